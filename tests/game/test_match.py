"""The match: the dealer's rotation, streaks, lengths and scores (C2, C12, F17, F20)."""

from __future__ import annotations

import pytest

from goldsparrow.errors import IllegalMove, OptionError
from goldsparrow.events import End, MatchEnd, Start
from goldsparrow.game.deal import Deal
from goldsparrow.game.match import LENGTHS, Length, Match, ranking
from goldsparrow.game.wall import shuffle
from goldsparrow.moves import PASS, THREE_GOLDS, WIN, parse_move
from goldsparrow.rules import rule_set
from goldsparrow.tiles import HIDDEN
from tests.stacked import COMPLETE, OURGAME, act, discard, loose, stacked

EIGHT_SETS = {1: "1111222233334444z", 2: "555566667777z1234f"}


def dealer_wins(match: Match) -> None:
    """Plays a deal that the dealer wins by its dealt hand."""
    match.start(stacked({match.dealer: COMPLETE}, "9s", dealer=match.dealer))
    match.act(match.dealer, WIN)


def another_wins(match: Match) -> None:
    """Plays a deal that the seat before the dealer wins by three golds."""
    winner = (match.dealer + 3) % 4
    match.start(stacked({winner: "999s"}, "9s", dealer=match.dealer))
    match.act(winner, THREE_GOLDS)


def nobody_wins(match: Match) -> None:
    """Plays a drawn deal."""
    places = [(match.dealer + step) % 4 for step in (1, 2)]
    flowers = dict(zip(places, EIGHT_SETS.values(), strict=True))
    draws = "9m9p9s9m9p9s9m9p8m8p8s7m"
    match.start(stacked({}, "1s", draws=draws, flowers=flowers, dealer=match.dealer))
    deal = match.deal
    assert deal is not None
    while deal.result is None:
        seat = deal.table.turn
        drawn = deal.view(seat).drawn
        match.act(seat, parse_move(f"discard:{loose(deal, seat)}") if drawn == HIDDEN else drawn)
        while deal.result is None and deal.phase != "turn":
            match.act(next(iter(deal.waiting)), PASS)


def state(match: Match) -> tuple[int, int, int]:
    return match.dealer, match.streak, match.round


def match_of(length: str = "100 deals", rules: str = "fuzhou-ourgame", **options: object) -> Match:
    return Match(rule_set(rules, **options), Length.parse(length))


# --- dealer and streak -----------------------------------------------------------------------


def test_the_dealer_stays_after_winning() -> None:
    """C2, F20: the k-th deal in a row has the streak k - 1."""
    match = match_of()
    for streak in (0, 1, 2):
        assert state(match) == (0, streak, 0)
        dealer_wins(match)
        assert match.deal is not None
        assert match.deal.table.streak == streak
    assert state(match) == (0, 3, 0)


def test_the_next_seat_deals_after_another_has_won() -> None:
    """C2, F20: the deal passes on and the streak begins anew."""
    match = match_of()
    dealer_wins(match)
    another_wins(match)

    assert state(match) == (1, 0, 0)


@pytest.mark.parametrize(
    ("rules", "options", "streak"),
    [
        ("fuzhou-ourgame", {}, 2),
        ("fuzhou-classic", {}, 1),
        ("fuzhou-ourgame", {"streak_after_draw": "reset"}, 0),
        ("fuzhou-classic", {"streak_after_draw": "plus_one"}, 2),
    ],
)
def test_a_drawn_deal_and_the_streak(rules: str, options: dict[str, str], streak: int) -> None:
    """F17: the dealer stays; Ourgame counts the deal, classic does not."""
    match = match_of(rules=rules, **options)
    dealer_wins(match)
    nobody_wins(match)

    assert match.deal is not None
    assert match.deal.result is not None
    assert match.deal.result.winner is None
    assert state(match) == (0, streak, 0)
    assert sum(match.scores) == 0


def test_scores_go_on_from_deal_to_deal() -> None:
    """C12: every deal begins with what the one before left, and they sum to zero."""
    match = match_of()
    dealer_wins(match)
    after = match.scores
    another_wins(match)
    assert match.deal is not None
    start, end = match.deal.events[0], match.deal.events[-1]

    assert after == (120, -40, -40, -40)
    assert isinstance(start, Start)
    assert isinstance(end, End)
    assert (start.scores, start.number, start.dealer, start.streak) == (after, 1, 0, 1)
    assert end.scores == match.scores
    assert sum(match.scores) == 0


def test_the_stake_multiplies() -> None:
    """C12: points are multiplied by the room's stake."""
    match = Match(OURGAME, Length.parse("4 deals"), stake=10)
    dealer_wins(match)

    assert match.scores == (1200, -400, -400, -400)


# --- lengths ---------------------------------------------------------------------------------


@pytest.mark.parametrize("text", LENGTHS)
def test_lengths_are_read_and_written(text: str) -> None:
    """Match options: 4, 8 or 16 deals, 1, 2 or 4 rounds; parse and str are inverse."""
    assert str(Length.parse(text)) == text


@pytest.mark.parametrize("text", ["", "0 deals", "4", "four deals", "-1 rounds", "4 deals ", "4 d"])
def test_what_is_no_length_is_refused(text: str) -> None:
    """Errors quote what was given and say what is expected."""
    with pytest.raises(OptionError, match="8 deals") as error:
        Length.parse(text)
    assert repr(text) in str(error.value)


def test_a_match_of_deals_ends_after_so_many() -> None:
    """Match options: whoever deals, four deals are four."""
    match = match_of("4 deals")
    for play in (dealer_wins, dealer_wins, nobody_wins):
        play(match)
        assert not match.over
    dealer_wins(match)

    assert match.over
    assert not match.between_deals
    with pytest.raises(IllegalMove):
        match.start(shuffle(b"", ""))


def test_a_round_ends_when_every_seat_has_dealt() -> None:
    """Match options, glossary: a round is over once the deal has passed four times."""
    match = match_of("1 round")
    dealer_wins(match)
    for seat in range(4):
        assert match.dealer == seat
        assert match.round == 0
        assert not match.over
        nobody_wins(match)
        another_wins(match)

    assert match.over
    assert match.number + 1 == 9


def test_the_second_round_is_counted() -> None:
    """Match options: two rounds are eight passings; the round stands in each deal's start."""
    match = match_of("2 rounds")
    rounds = []
    while not match.over:
        another_wins(match)
        assert match.deal is not None
        start = match.deal.events[0]
        assert isinstance(start, Start)
        rounds.append(start.round)

    assert rounds == [0] * 4 + [1] * 4


def test_the_end_ranks_the_seats() -> None:
    """The match's end has the scores and the seats from first to last."""
    match = match_of("1 deal")
    match.start(stacked({0: COMPLETE}, "9s"))
    events = match.act(0, WIN)

    assert events[-1] == MatchEnd((120, -40, -40, -40), (0, 1, 2, 3))
    assert ranking((-5, 10, 10, -15)) == (1, 2, 0, 3)


# --- order of things -------------------------------------------------------------------------


def test_one_deal_at_a_time() -> None:
    """C2: a deal starts only when none is being played; before the first nobody may move."""
    match = match_of()
    assert match.waiting == {}
    assert match.between_deals
    with pytest.raises(IllegalMove):
        match.act(0, WIN)
    with pytest.raises(IllegalMove):
        match.view(0)
    match.start(shuffle(b"a", "b"))

    assert match.waiting
    assert not match.between_deals
    with pytest.raises(IllegalMove):
        match.start(shuffle(b"a", "c"))


def test_the_first_dealer_is_given() -> None:
    """C2: the first dealer is drawn by whoever makes the match, and deals the first deal."""
    match = Match(OURGAME, Length.parse("4 deals"), dealer=2)
    events = match.start(shuffle(b"a", "b"))

    assert isinstance(events[0], Start)
    assert events[0].dealer == 2
    assert match.waiting.keys() <= {0, 1, 2, 3}


def test_a_finished_deal_takes_no_more_moves() -> None:
    """C8: after the end everything is refused."""
    deal = Deal(OURGAME, stacked({0: COMPLETE}, "9s"))
    act(deal, 0, "win")

    assert deal.waiting == {}
    assert deal.question.kind == "over"
    for seat in range(4):
        assert deal.refusal(seat, WIN) == "not_your_turn"
    with pytest.raises(IllegalMove):
        discard(deal, 0, "1m")


def test_a_copy_goes_its_own_way() -> None:
    """A copied match, in the middle of a deal, is played on without changing the first."""
    match = Match(rule_set("fuzhou-ourgame"), Length(2, "deals"))
    match.start(shuffle(b"copy", "1"))
    other = match.copy()
    assert other.deal is not None
    assert match.deal is not None
    before = len(match.deal.events)
    while not other.over:
        if other.between_deals:
            other.start(shuffle(b"copy", "2"))
        seat, moves = next(iter(other.waiting.items()))
        other.act(seat, (moves & -moves).bit_length() - 1)
    assert other.number == 1
    assert (match.number, match.over, len(match.deal.events)) == (0, False, before)
