"""How fast a table moves, so that bots feel human and timing gives nothing away.

After a discard and an added kong the table rests for a beat before anything follows, whether or not
anybody may claim. After the opening of a deal it rests until all who play have seen it. Bots choose
within a beat; on their own turn they take a time that depends on chance alone and never on what
they hold.
"""

from __future__ import annotations

import random

import msgspec

from goldsparrow.events import AnyEvent, Discard, Gold, Kong


class Pace(msgspec.Struct, frozen=True, kw_only=True):
    """The rests of a table in seconds."""

    beat: float = 0.8
    opening: float = 8.0
    """The longest rest after a deal's opening; it ends when everybody's client has shown that."""
    bot_turn: tuple[float, float] = (0.3, 1.0)
    bot_limit: float = 5.0
    """How long a bot may think before the table chooses for it."""

    def after(self, event: AnyEvent) -> float:
        """How long the table rests after an event."""
        if isinstance(event, Discard):
            return self.beat
        if isinstance(event, Gold):
            return self.opening
        return self.beat if isinstance(event, Kong) and event.kind == "added" else 0.0

    def bot_delay(self, kind: str, chance: random.Random) -> float:
        """How long a bot, or the autopilot, takes to answer a question of that kind."""
        if kind == "turn":
            return chance.uniform(*self.bot_turn)
        return 0.8 * self.beat


NORMAL = Pace()
AT_ONCE = Pace(beat=0.0, opening=0.0, bot_turn=(0.0, 0.0))
PACES = {
    "normal": NORMAL,
    "fast": Pace(beat=0.25, opening=2.0, bot_turn=(0.2, 0.4)),
    "none": AT_ONCE,
}
