"""Reviews of matches: what a bot would have done at each of a seat's choices, and what that cost.

The bot sees what the seat saw and nothing else. What a choice loses is the difference of two of its
estimates: of its own choice and of the seat's. All that is left of the points is luck: the deal's
tiles and what the others did.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from goldsparrow.errors import NotationError
from goldsparrow.game.match import Match
from goldsparrow.game.record import Entry, Header, Seal, Verifier
from goldsparrow.game.view import View
from goldsparrow.moves import PASS, Move, move_name
from goldsparrow.players import Player
from goldsparrow.players.explain import Explanation, Weighing, explain
from goldsparrow.text import Language, say
from goldsparrow.tiles import HIDDEN, NAMES

_TOLD: Final = 0.05
"""So many points are the least that is called a mistake."""


class SeatSeen(msgspec.Struct, frozen=True):
    """What lay open of a seat, and how many concealed tiles it held; a hidden tile is `?`."""

    size: int
    melds: tuple[tuple[str, ...], ...]
    flowers: tuple[str, ...]
    river: tuple[str, ...]


class Reviewed(msgspec.Struct, frozen=True, kw_only=True):
    """One choice of the seat.

    `deal` and `turn` count from 1, the turn among the seat's own choices in the deal. `hand` are
    its concealed tiles, golds first, `drawn` the one that it has just drawn, `asked` another seat's
    discard that it may claim. `seats` is the table as it was, by seat, `dealer` and `source` the
    seats that dealt and discarded last, `left` the tiles that could still be drawn. `lost` is what
    the choice costs in points by the bot's estimates, before the stake; null where the bot has
    none.
    """

    deal: int
    turn: int
    hand: tuple[str, ...]
    gold: str
    made: str
    explanation: Explanation
    lost: float | None
    seats: tuple[SeatSeen, ...]
    dealer: int
    left: int
    drawn: str | None = None
    asked: str | None = None
    source: int | None = None


class ReviewedDeal(msgspec.Struct, frozen=True, kw_only=True):
    """One deal: what it brought the seat, of it what its choices lost and what was luck."""

    deal: int
    points: int
    lost: float
    luck: float
    choices: tuple[Reviewed, ...]


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's match as a bot sees it; points are before the stake."""

    match: str
    rules: str
    players: tuple[str, str, str, str]
    seat: int
    bot: str
    deals: tuple[ReviewedDeal, ...]

    @property
    def player(self) -> str:
        """Whose match it is."""
        return self.players[self.seat]

    @property
    def points(self) -> int:
        """What the match brought the seat."""
        return sum(deal.points for deal in self.deals)

    @property
    def lost(self) -> float:
        """What its choices lost."""
        return sum(deal.lost for deal in self.deals)

    @property
    def luck(self) -> float:
        """What the match would have brought by the bot's choices, as far as it can tell."""
        return sum(deal.luck for deal in self.deals)

    def mistakes(self) -> list[Reviewed]:
        """The choices that lost points worth telling, the dearest first."""
        found = [
            each
            for deal in self.deals
            for each in deal.choices
            if each.lost is not None and each.lost >= _TOLD
        ]
        return sorted(found, key=lambda each: (-(each.lost or 0.0), each.deal, each.turn))


def review(
    entries: Iterable[tuple[int, Entry]],
    seat: int,
    bot: Player,
    name: str,
) -> Review:
    """Reviews the finished deals of one record.

    Args:
        entries: the record's entries with their lines, as `entries` reads them.
        seat: whose choices are looked at.
        bot: who looks at them: one that can say what moves are worth.
        name: the bot's name.

    Raises:
        NotationError: the bot says nothing of worth.
        RecordError: an entry is not what the rules make of the shuffle and the choices, or a
            second record follows.
    """
    if not isinstance(bot, Weighing):
        raise NotationError(f"{name!r:.60} weighs no points; expected expert or another that does")
    reviewer = _Reviewer(seat, bot, name)
    verifier = Verifier(reviewer.look)
    header: Header | None = None
    for number, entry in entries:
        if isinstance(entry, Header) and header is not None:
            break
        if isinstance(entry, Header):
            header = entry
        if isinstance(entry, Seal):
            continue
        verifier.take(number, entry)
        if verifier.deals > len(reviewer.deals):
            assert verifier.match is not None, "a deal belongs to a match"
            reviewer.close(verifier.match)
    assert header is not None, "entries begin with a header"
    return Review(
        match=header.match,
        rules=header.rules,
        players=header.players,
        seat=seat,
        bot=name,
        deals=tuple(reviewer.deals),
    )


class _Reviewer:
    """Looks at a seat's choices as a record is played again."""

    def __init__(self, seat: int, bot: Player, name: str) -> None:
        self._seat = seat
        self._bot = bot
        self._name = name
        self._choices: list[Reviewed] = []
        self.deals: list[ReviewedDeal] = []

    def look(self, match: Match, chosen: list[tuple[int, Move]]) -> None:
        """Looks at the seat's choice among those that lead to the next event."""
        made = next((move for seat, move in chosen if seat == self._seat), None)
        if made is None or (made == PASS and any(move != PASS for _, move in chosen)):
            # Who was outranked may have wanted to claim as well: it does not show.
            return
        moves = match.waiting[self._seat]
        if moves & (moves - 1) == 0:
            return
        view = match.view(self._seat)
        explanation = explain(self._bot, self._name, view, moves)
        points = {option.move: option.points for option in explanation.options}
        best, worth = points[explanation.move], points[move_name(made)]
        lost = None if best is None or worth is None else round(max(0.0, best - worth), 2)
        claims = view.live != HIDDEN
        self._choices.append(
            Reviewed(
                deal=len(self.deals) + 1,
                turn=len(self._choices) + 1,
                hand=tuple(NAMES[tile] for tile in view.hand.tiles()),
                gold=NAMES[view.gold],
                made=move_name(made),
                explanation=explanation,
                lost=lost,
                seats=tuple(_seen(view, seat) for seat in range(4)),
                dealer=view.dealer,
                left=view.drawable,
                drawn=None if view.drawn == HIDDEN else NAMES[view.drawn],
                asked=NAMES[view.live] if claims else None,
                source=view.source if claims else None,
            )
        )

    def close(self, match: Match) -> None:
        """Ends a deal that was played to its end."""
        deal = match.deal
        assert deal is not None, "a deal was played"
        assert deal.result is not None, "the deal is over"
        points = deal.table.payments[self._seat]
        lost = round(sum(each.lost or 0.0 for each in self._choices), 2)
        self.deals.append(
            ReviewedDeal(
                deal=len(self.deals) + 1,
                points=points,
                lost=lost,
                luck=round(points + lost, 2),
                choices=tuple(self._choices),
            )
        )
        self._choices = []


def _seen(view: View, seat: int) -> SeatSeen:
    return SeatSeen(
        size=view.size(seat),
        melds=tuple(
            ("?",) * 4 if meld.tile == HIDDEN else tuple(NAMES[tile] for tile in meld.tiles)
            for meld in view.melds(seat)
        ),
        flowers=tuple(NAMES[tile] for tile in view.flowers(seat)),
        river=tuple(NAMES[tile] for tile in view.river(seat)),
    )


# --- in words ----------------------------------------------------------------------------------


def title(review: Review, language: Language) -> str:
    """Whose match was reviewed, and by whom."""
    return say(
        "review.title",
        language,
        player=review.player,
        seat=review.seat,
        rules=say(f"rules.{review.rules}.title", language),
        bot=review.bot,
    )


def summary(review: Review, language: Language) -> str:
    """The match in one line: its points, parted into choices and luck."""
    return say(
        "review.summary",
        language,
        deals=len(review.deals),
        choices=sum(len(deal.choices) for deal in review.deals),
        points=f"{review.points:+,}",
        lost=f"{review.lost:,.1f}",
        luck=f"{review.luck:+,.1f}",
    )
