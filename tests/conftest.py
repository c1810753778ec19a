"""Settings for all tests."""

from __future__ import annotations

import os

import hypothesis

# ./test must give the same answer every time; by hand, each run looks at new examples.
hypothesis.settings.register_profile(
    "ci", deadline=None, derandomize=True, database=None, print_blob=True
)
hypothesis.settings.register_profile("new-examples", deadline=None, print_blob=True)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "new-examples"))
