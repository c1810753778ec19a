"""Builds the compiled form of the engine from the same sources, beside them and never in them.

    python scripts/compile.py [--into build/compiled] [--profile]
    PYTHONPATH=build/compiled python -m goldsparrow simulate --deals 100000

The package is copied, and the modules in which a deal spends its time are compiled with mypyc,
which reads the types that the sources state anyway. Whoever puts that folder first on the path
plays compiled; nothing else ever sees it. It needs a C compiler and
`pip install goldsparrow[compiled]`. `scripts/compare_forms.py` compares what both forms do.

With `--profile` it compiles twice: the first form counts where it spends its time while it plays
some deals, and the C compiler, which must be GCC, orders the second by what was counted.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Final

import compare_forms

ROOT: Final = Path(__file__).resolve().parent.parent
SOURCES: Final = ROOT / "src"
COMPILED: Final = ROOT / "build" / "compiled"

MODULES: Final = (
    "tiles",
    "moves",
    "analysis.classes",
    "analysis.division",
    "analysis.melds",
    "analysis.pairs",
    "rules.flowers",
    "rules.patterns",
    "rules.payment",
    "rules.ruleset",
    "rules.scoring",
    "rules.shapes",
    "game.contest",
    "game.deal",
    "game.facts",
    "game.hand",
    "game.legality",
    "game.match",
    "game.opening",
    "game.scribe",
    "game.table",
    "game.view",
    "game.wall",
    "players.aims",
    "players.chance",
    "players.dangers",
    "players.estimate",
    "players.expert",
    "players.greedy",
    "players.leaning",
    "players.outlook",
    "players.prices",
    "players.trial",
    "arena.playout",
)
"""What is compiled. Structs are not: mypyc drops the keywords that make them. Nor are clauses: it
takes the class variables of a dataclass for fields."""
LEARNING: Final = (
    "learn.encoder",
    "learn.episode",
    "learn.observations",
    "learn.outlook",
    "learn.place",
    "learn.tables",
    "learn.visits",
)
"""What is compiled besides where the packages are that learning needs. Environments are not: mypyc
cannot compile classes that inherit from those of PettingZoo and Gymnasium."""
_NEEDED_TO_LEARN: Final = ("numpy", "gymnasium", "pettingzoo")

# Nobody replaces the functions of this library by others of the same names.
_USUAL_FLAGS: Final = "-fno-semantic-interposition"
_COUNTING_FLAGS: Final = f"{_USUAL_FLAGS} -fprofile-generate"
# What no deal came by is compiled as without a profile, and nobody is told of it.
_COUNTED_FLAGS: Final = (
    f"{_USUAL_FLAGS} -fprofile-use -fprofile-partial-training -Wno-missing-profile"
)
_DEALS_TO_COUNT: Final = 2_500
_LEARNING_TO_COUNT: Final = """\
import numpy as np
from goldsparrow.learn import Tables
from goldsparrow.rules import RULE_SETS
random = np.random.default_rng(1)
for key in RULE_SETS:
    tables = Tables(64, key)
    seen = tables.reset(seed=1)
    for _ in range(200):
        drawn = random.random(seen.action_mask.shape) * seen.action_mask
        seen = tables.step(drawn.argmax(axis=1))
"""

# What setuptools runs in the folder of the copy.
_SETUP: Final = """\
import sys
from mypyc.build import mypycify
from setuptools import setup
modules = mypycify(sys.argv.pop().split(), group_name="goldsparrow", debug_level="0")
setup(name="goldsparrow-compiled", packages=[], ext_modules=modules)
"""

# Types are checked elsewhere. What is installed besides is not read: torch alone takes gigabytes.
_OPTIONS: Final = """\
[mypy]
strict = True
disable_error_code = import-untyped, import-not-found
[mypy-torch.*,onnx.*,jax.*,IPython.*]
follow_imports = skip
"""

_COPIED: Final = re.compile(r"(\w+)\.__new__\(\1\)")
_SLOTS: Final = ", slots=True"
_MARKS: Final = "@mypyc_attr(allow_interpreted_subclasses=True)"
_MARKS_OF_GAME: Final = "@final\n@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)"
_FIRST: Final = "from __future__ import annotations\n"
_IMPORT: Final = """\
from typing import TYPE_CHECKING, final
if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
"""


class CannotCompile(Exception):
    """Raised where the machine lacks something, or the compiler fails; the message says what."""


def missing() -> str | None:
    """Returns what the machine lacks to compile, and how to get it; None where it lacks nothing."""
    for package in ("mypyc", "setuptools"):
        if importlib.util.find_spec(package) is None:
            return f"no package {package!r}; expected 'pip install goldsparrow[compiled]'"
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        return f"no C compiler {compiler!r}; expected what Debian calls 'gcc', or CC to name one"
    headers = Path(sysconfig.get_path("include")) / "Python.h"
    if not headers.exists():
        return f"no {headers.name!r} of this Python; expected what Debian calls 'python3-dev'"
    return None


def modules() -> tuple[str, ...]:
    """Returns what is compiled here."""
    learns = all(importlib.util.find_spec(package) for package in _NEEDED_TO_LEARN)
    return MODULES + LEARNING if learns else MODULES


def build(into: Path = COMPILED, *, profile: bool = False) -> Path:
    """Compiles the engine into a folder, which is made anew, and returns it.

    Args:
        into: the folder.
        profile: whether to compile twice, the second time by what deals played with the first.

    Raises:
        CannotCompile: the machine lacks something, or the compiler fails.
    """
    lacking = missing()
    if lacking is not None:
        raise CannotCompile(lacking)
    into.parent.mkdir(parents=True, exist_ok=True)
    # What is half made never stands where a whole one is looked for.
    with tempfile.TemporaryDirectory(dir=into.parent, prefix=f"{into.name}.") as name:
        folder = Path(name)
        copy = folder / "package"
        shutil.copytree(
            SOURCES / "goldsparrow",
            copy / "goldsparrow",
            ignore=shutil.ignore_patterns("__pycache__"),
        )
        (copy / "setup.py").write_text(_SETUP, encoding="utf-8")
        (copy / "mypy.ini").write_text(_OPTIONS, encoding="utf-8")
        paths = [f"goldsparrow/{module.replace('.', '/')}.py" for module in modules()]
        for path in paths:
            _prepare(copy / path)
        if profile:
            _compile(copy, paths, _COUNTING_FLAGS)
            _count(copy)
        _compile(copy, paths, _COUNTED_FLAGS if profile else _USUAL_FLAGS)
        (copy / "setup.py").unlink()
        (copy / "mypy.ini").unlink()
        shutil.rmtree(copy / "build")
        shutil.rmtree(into, ignore_errors=True)
        copy.rename(into)
    return into


def _count(copy: Path) -> None:
    """Lets a form that counts play and learn.

    Raises:
        CannotCompile: it fails.
    """
    for line in compare_forms.play(copy, _DEALS_TO_COUNT):
        if line.startswith("ended"):
            raise CannotCompile(f"the form that counts {line}")
    if len(modules()) > len(MODULES):
        done = subprocess.run(
            [sys.executable, "-c", _LEARNING_TO_COUNT],
            env=os.environ | {"PYTHONPATH": str(copy)},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise CannotCompile(f"{done.stderr}\nthe form that counts failed")


def _compile(copy: Path, paths: list[str], flags: str) -> None:
    """Compiles modules of a copied package in their places, with more flags for the C compiler.

    Raises:
        CannotCompile: the compiler fails.
    """
    done = subprocess.run(
        [sys.executable, "setup.py", "build_ext", "--inplace", "--force", " ".join(paths)],
        cwd=copy,
        env=os.environ
        | {
            "MYPYPATH": str(copy),
            "MYPY_CACHE_DIR": str(copy.parent / "types"),
            "CFLAGS": f"{os.environ.get('CFLAGS', '')} {flags}".strip(),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise CannotCompile(f"{done.stdout}{done.stderr}\nmypyc or the C compiler failed")


def _prepare(module: Path) -> None:
    """Writes into a copied module what mypyc has to be told, and the sources need not know.

    In Python `__new__` makes an object and leaves it to others to fill it, as classes do whose
    objects copy themselves. mypyc keeps to that only where a class may have subclasses. Those of
    the game have none, so that it may call their methods directly all the same; and none of their
    objects is part of a cycle of references, for which the collector would have to look.
    Dataclasses lose their slots: compiled classes have none, and making them anew breaks them.
    """
    text = module.read_text(encoding="utf-8").replace(_SLOTS, "")
    names = set(_COPIED.findall(text))
    if names:
        text = text.replace(_FIRST, _FIRST + _IMPORT, 1)
    marks = _MARKS_OF_GAME if module.parent.name == "game" else _MARKS
    for name in names:
        text = text.replace(f"\nclass {name}:", f"\n{marks}\nclass {name}:")
    module.write_text(text, encoding="utf-8")


def main() -> int:
    """Builds and says how to use what was built."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--into", type=Path, default=COMPILED, help="the folder to build in")
    parser.add_argument("--profile", action="store_true", help="compile by what deals take, twice")
    options = parser.parse_args()
    into: Path = options.into.resolve()
    if into.exists() and not (into / "goldsparrow" / "__init__.py").exists():
        print(f"{into} is no compiled form; expected a folder that does not exist", file=sys.stderr)
        return 2
    while_ = "some minutes" if options.profile else "a minute or two"
    print(f"Compiling {len(modules())} modules; this takes {while_} ...", flush=True)
    try:
        build(into, profile=options.profile)
    except CannotCompile as error:
        print(error, file=sys.stderr)
        return 1
    print(f"Done. To play compiled: PYTHONPATH={into}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
