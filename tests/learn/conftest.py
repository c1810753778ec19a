"""What the tests of learning share."""

from __future__ import annotations

import warnings
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def _their_warnings() -> Iterator[None]:
    """PettingZoo's checks warn of every observation that is a dict, although they allow it."""
    with warnings.catch_warnings():
        for text in (
            "Observation space for each agent probably should be",
            "Observation is not a NumPy array",
            "Live agent was not given",
        ):
            warnings.filterwarnings("ignore", message=text, category=UserWarning)
        yield
