"""Runs the command line as ``python -m goldsparrow``."""

import sys

from goldsparrow.cli import main

sys.exit(main())
