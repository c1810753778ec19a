"""Sets up the private environment and becomes ``goldsparrow serve``; see ./play."""

from __future__ import annotations

import os
import sys

import environment
from machine import ROOT, SetupError, child_environment


def main(options: list[str]) -> int:
    """Returns the exit code of a setting up that failed; else becomes the server for good."""
    try:
        environment.prepare("play.txt")
    except (SetupError, OSError) as error:
        print(f"./play: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\n./play: stopped; the next start sets up what is missing", file=sys.stderr)
        return 130
    settings = child_environment()
    settings.setdefault("GOLDSPARROW_DATA", str(ROOT / "data"))
    command = str(environment.VENV / "bin" / "goldsparrow")
    # The server takes this process's place, so that Ctrl-C and signals reach it alone.
    return os.execve(command, [command, "serve", *options], settings)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
