"""The worked example: a network that learns from the expert's games."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree as ET

import pytest

from goldsparrow.learn import LAYOUT, OUTLOOK_LAYOUT
from goldsparrow.learn.policy import Policy
from goldsparrow.moves import CHOW, MOVE_NAMES, PASS
from tests.learn.models import model

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "learn"
MISSING = [name for name in ("torch", "onnxscript") if importlib.util.find_spec(name) is None]

needs_torch = pytest.mark.skipif(
    bool(MISSING), reason=f"{', '.join(MISSING)} not installed: too large for every test run"
)


def part(name: str) -> ModuleType:
    """A file of the example as a module."""
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLE / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("passes", [1, 2, 6, 40])
def test_the_curve(passes: int) -> None:
    """The picture is an SVG in which every measurement has its dot inside the frame."""
    curve = part("curve")
    points = [
        curve.Point(number, 0.5 + number / 100, 0.5 + number / 120, number - 3.0, 4.5 / number)
        for number in range(1, passes + 1)
    ]
    tree = ET.fromstring(curve.draw(points, "a < title", (1.25, 0.5, 4000)))
    words = ["".join(text.itertext()) for text in tree.iter("{http://www.w3.org/2000/svg}text")]
    assert "a < title" in words
    assert any("+1.25 ± 0.50" in text and "4,000 deals" in text for text in words)
    dots = list(tree.iter("{http://www.w3.org/2000/svg}circle"))
    assert len(dots) == 3 * passes
    for dot in dots:
        assert curve.PANELS[0][0] <= float(dot.attrib["cx"]) <= curve.PANELS[1][1]
        assert curve.TOP <= float(dot.attrib["cy"]) <= curve.BOTTOM


def test_the_page_shows_a_program_that_runs(tmp_path: Path) -> None:
    """docs/imitation.md: its program plays many tables with a policy, and the shapes are right."""
    page = (ROOT / "docs" / "imitation.md").read_text(encoding="utf-8")
    for layout in (LAYOUT, OUTLOOK_LAYOUT):
        assert f"`(n, {layout.shape[0]}, {layout.shape[1]})`" in page
    (program,) = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    model(tmp_path / "policy.onnx", planes=OUTLOOK_LAYOUT.shape)
    run = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT / "src"), "PATH": "/usr/bin:/bin"},
    )
    assert run.returncode == 0, run.stderr


def test_the_page_says_what_was_measured() -> None:
    """docs/imitation.md: the figures in the text are those that the picture was drawn from."""
    page = (ROOT / "docs" / "imitation.md").read_text(encoding="utf-8")
    told = json.loads((ROOT / "docs" / "images" / "imitation.json").read_text(encoding="utf-8"))
    assert f"{told['advantage']:+.2f} ± {told['error']:.2f}" in page
    assert f"{told['points'][-1]['held_out']:.1%}" in page
    assert f"{told['choices']:,}" in page
    curve = part("curve")
    title = f"{told['rules']}: a network learns from {told['deals']:,} deals of {told['teacher']}"
    drawn = curve.draw(
        [curve.Point(**point) for point in told["points"]],
        title,
        (told["advantage"], told["error"], told["final_deals"]),
    )
    assert drawn == (ROOT / "docs" / "images" / "imitation.svg").read_text(encoding="utf-8")


@needs_torch
def test_the_suits_are_alike_to_the_network() -> None:
    """Suits exchanged in what is seen are exchanged in what is said, and nothing else changes."""
    import torch

    network = part("network").Network(OUTLOOK_LAYOUT).eval()
    torch.manual_seed(1)
    seen = torch.randint(0, 4, (3, *OUTLOOK_LAYOUT.shape), dtype=torch.int8)
    swap = [*range(9, 18), *range(9), *range(18, 42)]
    with torch.no_grad():
        plain, other = network(seen), network(seen[:, :, swap])
    assert plain.shape == (3, len(MOVE_NAMES))
    kinds = [*range(9, 18), *range(9), *range(18, 34)]
    assert torch.allclose(plain[:, kinds], other[:, :34], atol=1e-5)
    assert torch.allclose(plain[:, PASS:CHOW], other[:, PASS:CHOW], atol=1e-5)
    chows = [CHOW + kind for kind in kinds[:27]]
    assert torch.allclose(plain[:, chows], other[:, CHOW : CHOW + 27], atol=1e-5)


@needs_torch
def test_the_example_runs(tmp_path: Path) -> None:
    """Small numbers of everything: it plays, trains, exports, measures and draws."""
    small = {"deals": 30, "passes": 2, "measured": 4, "final": 4, "workers": 1}
    arguments = [word for name, count in small.items() for word in (f"--{name}", str(count))]
    run = subprocess.run(
        [
            sys.executable,
            EXAMPLE / "imitate.py",
            "--out",
            tmp_path,
            "--teacher",
            "greedy",
            *arguments,
        ],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT / "src"), "PATH": "/usr/bin:/bin"},
    )
    assert run.returncode == 0, run.stderr
    assert "points a seat and deal over greedy" in run.stdout
    policy = Policy(tmp_path / "policy.onnx")
    assert policy.layout.outlook
    told = json.loads((tmp_path / "curve.json").read_text(encoding="utf-8"))
    first, last = told["points"][0], told["points"][-1]
    assert 0 < first["held_out"] <= last["held_out"] + 0.2
    assert ET.parse(tmp_path / "curve.svg").getroot().tag.endswith("svg")
