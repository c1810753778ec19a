"""What the environments show while episodes are played by chance, as one digest a way to play.

Run by itself it prints the form that the modules have and the digests.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from goldsparrow import learn
from goldsparrow.learn import visits
from goldsparrow.rules import RULE_SETS

STEPS = 250


def chosen(masks: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """A legal move for each row of masks."""
    found: np.ndarray = (random.random(masks.shape) * masks).argmax(axis=-1)
    return found


def tables(key: str) -> Iterator[bytes]:
    """Everything that many tables show."""
    random = np.random.default_rng(1)
    played = learn.Tables(4, key, length="2 deals")
    now = played.reset(seed=3)
    for _ in range(STEPS):
        for part in (*now, played.states()):
            yield part.tobytes()
        now = played.step(chosen(now.action_mask, random))


def one_table(key: str) -> Iterator[bytes]:
    """Everything that a table shows, and copies of it that are gone back to."""
    random = np.random.default_rng(2)
    env = learn.raw_env(key, outlook=True)
    env.reset(seed=4)
    for step in range(STEPS):
        observation, reward, over, _, _ = env.last()
        assert observation is not None
        for part in observation.values():
            yield part.tobytes()
        yield f"{env.agent_selection} {reward}".encode()
        if over:
            env.reset()
            continue
        if step % 50 == 0:
            kept = env.clone()
            env.step(int(chosen(observation["action_mask"], random)))
            env.restore(kept)
        env.step(int(chosen(observation["action_mask"], random)))


def seats(key: str) -> Iterator[bytes]:
    """Everything that seats at several tables show."""
    random = np.random.default_rng(3)
    env = learn.SeatVector(3, key, bots=("chance", "greedy", "chance"))
    seen, _ = env.reset(seed=5)
    for _ in range(STEPS // 10):
        for part in seen.values():
            yield part.tobytes()
        seen, rewards, over, _, _ = env.step(chosen(seen["action_mask"], random))
        yield rewards.tobytes() + over.tobytes()


def digests() -> list[str]:
    """A line for each rule set and way to play."""
    lines = []
    for key in RULE_SETS:
        for play in (tables, one_table, seats):
            digest = hashlib.sha256()
            for part in play(key):
                digest.update(part)
            lines.append(f"{key} {play.__name__} {digest.hexdigest()}")
    return lines


if __name__ == "__main__":
    print("interpreted" if Path(visits.__file__).suffix == ".py" else "compiled")
    print(*digests(), sep="\n")
