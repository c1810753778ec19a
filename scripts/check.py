"""Sets up what the tests need and runs every check of the project; see ./test."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree as ET

import environment
from machine import CACHE, ROOT, SetupError, child_environment

CHROMIUM = Path("/usr/bin/chromium")
# Without Chinese glyphs every tile name is a box of the wrong width, and the layout tests lie.
CHINESE_FONT = Path("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc")
BROWSER_TESTS = ROOT / "tests" / "browser"
RESULTS = CACHE / "results"

# The closing line of the web client's unit tests: "Tests  1 failed | 41 passed (42)".
WEB_TOTALS = re.compile(r"^\s*Tests\s+(?:(\d+) failed \| )?(\d+) passed", re.MULTILINE)
TERMINAL_COLOURS = re.compile(r"\x1b\[[0-9;]*m")

PYTEST_RAN_NO_TEST = 5


@dataclass
class Totals:
    """How many tests and checks went well and how many did not.

    Attributes:
        passed: how many held.
        failed: how many did not.
        broken: the titles of the steps in which something failed.
    """

    passed: int = 0
    failed: int = 0
    broken: list[str] = field(default_factory=list)

    def add(self, title: str, passed: int, failed: int) -> None:
        """Counts a step's results."""
        self.passed += passed
        self.failed += failed
        if failed:
            self.broken.append(title)

    def close(self) -> int:
        """Prints the closing line, with what failed before it; returns the exit code."""
        for title in self.broken:
            print(f"Failed: {title}")
        print(f"{self.passed} passed, {self.failed} failed")
        return 1 if self.failed or not self.passed else 0


def run(title: str, *command: str | Path) -> tuple[int, str]:
    """Runs a step with its output shown; returns its exit code and that output."""
    print(f"\n==> {title}", flush=True)
    settings = child_environment()
    # The same examples every time, so that a failure is the change's and can be repeated.
    settings.setdefault("HYPOTHESIS_PROFILE", "ci")
    lines = []
    with subprocess.Popen(
        [environment.PYTHON, *command],
        cwd=ROOT,
        env=settings,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            lines.append(line)
    return process.returncode, "".join(lines)


def check(totals: Totals, title: str, *command: str | Path) -> None:
    """Runs a step that counts as one."""
    code, _ = run(title, *command)
    totals.add(title, passed=int(code == 0), failed=int(code != 0))


def web_tests(totals: Totals) -> None:
    """Runs the web client's unit tests and counts them one by one."""
    title = "web client: unit tests"
    code, output = run(title, "scripts/web_client.py", "test")
    found = WEB_TOTALS.search(TERMINAL_COLOURS.sub("", output))
    passed, failed = (int(found[2]), int(found[1] or 0)) if found else (int(code == 0), 0)
    totals.add(title, passed, max(failed, int(code != 0)))


def pytest(totals: Totals, title: str, *arguments: str | Path) -> None:
    """Runs pytest and counts its tests one by one; a run that ended early counts as a failure."""
    report = RESULTS / "pytest.xml"
    report.unlink(missing_ok=True)
    code, _ = run(title, "-m", "pytest", f"--junitxml={report}", *arguments)
    passed = failed = 0
    if report.exists():
        for suite in ET.parse(report).getroot().iter("testsuite"):  # noqa: S314 - written just now
            bad = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
            passed += int(suite.get("tests", 0)) - bad - int(suite.get("skipped", 0))
            failed += bad
    went_well = code in {0, PYTEST_RAN_NO_TEST}
    totals.add(title, passed, failed if went_well else max(failed, 1))


def everything(totals: Totals) -> None:
    """Runs all checks and tests; what fails does not keep the rest from running."""
    check(totals, "ruff format", "-m", "ruff", "format", "--check")
    check(totals, "ruff check", "-m", "ruff", "check")
    check(totals, "mypy", "-m", "mypy", "--strict", "src")
    check(totals, "import-linter", environment.VENV / "bin" / "lint-imports")
    check(totals, "web client: types", "scripts/web_client.py", "check")
    web_tests(totals)
    apart = ["tests", f"--ignore={BROWSER_TESTS}"]
    covered = ["-n2", "--dist=loadfile", "--cov", "--cov-report="]
    pytest(totals, "pytest", *apart, *covered, "-m", "not serial and not volume")
    check(totals, "branch coverage of the core", "-m", "coverage", "report")
    volume = ["-n2", "--dist=worksteal", "-m", "volume and not serial"]
    pytest(totals, "pytest, many cases", *apart, *volume)
    pytest(totals, "pytest, one at a time", *apart, "-m", "serial")
    pytest(totals, "browser tests", BROWSER_TESTS)


def missing_packages(arguments: list[str]) -> list[str]:
    """Returns the Debian packages that the browser tests lack, where they are to run."""
    if arguments and not any("browser" in argument for argument in arguments):
        return []
    needed = {"chromium": CHROMIUM, "fonts-noto-cjk": CHINESE_FONT}
    return [package for package, file in needed.items() if not file.exists()]


def main(arguments: list[str]) -> int:
    """Runs everything, or pytest alone with the arguments given."""
    try:
        environment.prepare("test.txt", missing_packages(arguments))
    except (SetupError, OSError) as error:
        print(f"./test: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\n./test: stopped; the next start sets up what is missing", file=sys.stderr)
        return 130
    RESULTS.mkdir(parents=True, exist_ok=True)
    totals = Totals()
    try:
        if arguments:
            pytest(totals, "pytest", *arguments)
        else:
            everything(totals)
    except KeyboardInterrupt:
        print("\n./test: stopped", file=sys.stderr)
        return 130
    return totals.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
