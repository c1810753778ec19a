"""Observations: the fast fold, what the planes say, and that nothing hidden is in them."""

from __future__ import annotations

import itertools
from pathlib import Path
from random import Random

import numpy as np
import pytest

from goldsparrow.errors import GoldSparrowError
from goldsparrow.game.deal import Deal
from goldsparrow.game.wall import shuffle
from goldsparrow.learn.encoder import Encoder
from goldsparrow.learn.observations import mask_array, mask_rows
from goldsparrow.learn.outlook import outlook, with_outlook
from goldsparrow.learn.planes import (
    ENCODED_CLAUSES,
    LAYOUT,
    OUTLOOK_LAYOUT,
    STATE_SHAPE,
    encode,
    table,
)
from goldsparrow.moves import MOVES, PASS, moves_in, parse_move
from goldsparrow.players import Greedy
from goldsparrow.rules import RULE_SETS, options_of, rule_set
from goldsparrow.rules import clauses as all_clauses
from goldsparrow.rules.ruleset import RuleSet
from goldsparrow.tiles import KIND
from tests.laws.hidden import exchanged, same_choices
from tests.laws.strategies import players_of
from tests.stacked import COMPLETE, OURGAME, act, stacked

ROOT = Path(__file__).resolve().parents[2]


def variants(key: str) -> list[RuleSet]:
    """A rule set as it is printed, and with each value of each of its choices and switches."""
    found = [rule_set(key)]
    for option in options_of(key):
        if option.kind in {"choice", "switch"}:
            for value in option.allowed(key):
                try:
                    found.append(rule_set(key, **{option.name: value}))
                except GoldSparrowError:
                    continue
    return found


def plane(observation: np.ndarray, name: str) -> list[int]:
    """The kinds of which a plane's number is not 0."""
    return list(np.flatnonzero(observation[OUTLOOK_LAYOUT.place(name)]))


@pytest.mark.parametrize("key", RULE_SETS)
def test_the_fold_is_the_definition(key: str) -> None:
    """After every answer the folded planes are those of the seat's view, within their bounds."""
    for number, rules in enumerate(variants(key)):
        deal = Deal(
            rules,
            shuffle(b"encoding", f"{key} {number}"),
            dealer=number % 4,
            streak=number % 3,
            scores=(-500, 20, 9999, 7),
            asks_all=number % 2 == 0,
        )
        encoder = Encoder(deal)
        players = players_of(number)
        while True:
            encoder.behind = True
            for seat in range(4):
                seen = encoder.observation(seat)
                assert seen.dtype == np.int8
                wanted = encode(deal.view(seat), deal.phase)
                differ = [LAYOUT.names[i] for i in np.flatnonzero((seen != wanted).any(axis=1))]
                assert not differ
                assert (seen >= LAYOUT.low).all()
                assert (seen <= LAYOUT.high).all()
            if deal.result:
                break
            seat = next(iter(deal.waiting))
            moves = deal.waiting[seat]
            assert deal.view(seat).phase(moves) == deal.phase
            deal.act(seat, players[seat].act(deal.view(seat), moves))


def test_what_some_planes_say() -> None:
    """A discard lies in its seat's river, is live, and is asked about; the gold is shown."""
    deal = Deal(OURGAME, stacked({0: "5m1p", 1: "46m", 2: "55m"}, "9s"))
    act(deal, 0, "discard:5m")
    seen = encode(deal.view(1), deal.phase)
    assert plane(seen, "gold") == [KIND["9s"]]
    assert plane(seen, "previous.live") == [KIND["5m"]]
    assert plane(seen, "previous.river") == [KIND["5m"]]
    assert plane(seen, "own.river") == []
    assert seen[LAYOUT.place("claim"), 0] == 1
    assert seen[LAYOUT.place("previous.dealer"), 0] == 1
    assert seen[LAYOUT.place("unseen"), KIND["5m"]] == 3
    act(deal, 2, "pong")
    if deal.phase == "claim":
        act(deal, 1, "pass")
    seen = encode(deal.view(1), deal.phase)
    assert plane(seen, "next.pong") == plane(seen, "next.claimed") == [KIND["5m"]]
    assert plane(seen, "previous.taken") == [KIND["5m"]]
    assert plane(seen, "previous.river") == []
    assert seen[LAYOUT.place("next.size"), 0] == 14


def test_every_clause_that_remembers_is_considered() -> None:
    """A new clause with a note needs planes, or a reason here why the others tell as much."""
    derived = {
        "instant_payments",  # owes what everybody saw, and pays it at once or when it is certain
        "kong_bloom",  # remembers what the plane `replaced` says
    }
    clauses = {
        kind.key
        for kind in vars(all_clauses).values()
        if isinstance(kind, type) and kind().begin() is not None
    }
    assert clauses == ENCODED_CLAUSES | derived


def test_the_documentation_lists_the_planes() -> None:
    """docs/encoding.md holds the table that the code makes."""
    assert table() in (ROOT / "docs" / "encoding.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("key", RULE_SETS)
def test_hidden_tiles_are_in_no_observation(key: str) -> None:
    """Deals that differ only in tiles that a seat does not see show it the same, all along."""
    rules = rule_set(key)
    chance = Random(key)
    compared = 0
    for number in range(40):
        shuffled = shuffle(b"hidden", f"{key} {number}")
        deal = Deal(rules, shuffled)
        players = players_of(number)
        for _ in range(chance.randrange(8, 60)):
            if deal.result:
                break
            asked = next(iter(deal.waiting))
            deal.act(asked, players[asked].act(deal.view(asked), deal.waiting[asked]))
        if deal.result:
            continue
        seat = number % 4
        twin = Deal(rules, exchanged(deal, shuffled, seat, chance))
        if not same_choices(deal, twin):
            continue
        compared += 1
        seen, other = (encode(each.view(seat), "turn") for each in (deal, twin))
        assert (seen == other).all()
        assert (Encoder(deal).observation(seat)[:-7] == Encoder(twin).observation(seat)[:-7]).all()
        if deal.waiting.get(seat) == twin.waiting.get(seat):
            moves = deal.waiting.get(seat, 0)
            pair = [outlook(each.view(seat), moves) for each in (deal, twin)]
            assert (pair[0] == pair[1]).all()
    assert compared > 5


def test_a_state_shows_all_hands() -> None:
    """The state has every seat's private planes, in the order of the seats."""
    deal = Deal(OURGAME, stacked({0: COMPLETE, 2: "123m"}, "9s"))
    state = Encoder(deal).state()
    assert state.shape == STATE_SHAPE
    for seat in range(4):
        own = encode(deal.view(seat), deal.phase)[:10]
        assert (state[10 * seat : 10 * seat + 10] == own).all()


def test_a_copy_is_followed_apart() -> None:
    """A copied encoder follows the copied deal, and the first one stays where it is."""
    deal = Deal(OURGAME, shuffle(b"copy", "1"))
    encoder = Encoder(deal)
    before = encoder.observation(0)
    other = deal.copy()
    copied = encoder.copy(other)
    player = Greedy()
    for _ in range(20):
        if not other.waiting:
            break
        seat, moves = next(iter(other.waiting.items()))
        other.act(seat, player.act(other.view(seat), moves))
    copied.behind = True
    assert (copied.observation(0) == encode(other.view(0), other.phase)).all()
    assert (encoder.observation(0) == before).all()


def test_masks() -> None:
    """A mask has a 1 for each move, one by one and in rows."""
    sets = [0, 1 << PASS, (1 << MOVES) - 1, 1 | 1 << 168 | 1 << 40]
    rows = mask_rows(sets)
    for moves, row in zip(sets, rows, strict=True):
        assert list(np.flatnonzero(row)) == list(moves_in(moves))
        assert (mask_array(moves) == row).all()
        assert row.dtype == np.int8


# --- the outlook -----------------------------------------------------------------------------


def test_the_outlook_of_a_turn() -> None:
    """Each discard tells what it leaves: how far, and how many unseen tiles help."""
    deal = Deal(OURGAME, stacked({0: "123m456m789m123p45p9p9p1s"}, "9s"))
    view = deal.view(0)
    seen = with_outlook(encode(view, "turn"), view, deal.waiting[0])
    assert seen.shape == OUTLOOK_LAYOUT.shape
    after = seen[OUTLOOK_LAYOUT.place("missing_after")]
    useful = seen[OUTLOOK_LAYOUT.place("useful_after")]
    # Without 1s the hand waits for 3p and 6p: three and four are left, as 3p is held once.
    assert after[KIND["1s"]] == 1 + 1
    assert useful[KIND["1s"]] == 3 + 4
    assert after[KIND["5m"]] > after[KIND["1s"]]
    assert seen[OUTLOOK_LAYOUT.place("missing"), 0] == 1


def test_the_outlook_of_a_claim() -> None:
    """Each claim tells what it and the best discard after it leave."""
    deal = Deal(OURGAME, stacked({0: "5m1z", 1: "46m55m123p456p789p12s"}, "9s"))
    act(deal, 0, "discard:5m")
    moves = deal.waiting[1]
    assert moves >> parse_move("chow:4m") & 1
    found = dict(zip(OUTLOOK_LAYOUT.names[-9:], outlook(deal.view(1), moves), strict=True))
    assert found["chow_missing"][KIND["4m"]] == 1 + 1
    assert found["pong_missing"][0] > 0
    assert found["kong_missing"][0] == 0
    assert not found["missing_after"].any()


@pytest.mark.parametrize("key", RULE_SETS)
def test_the_outlook_keeps_its_bounds(key: str) -> None:
    """The outlook's numbers stay within what its planes say, and leave the view as it was."""
    bounds = [bound[-9:] for bound in (OUTLOOK_LAYOUT.low, OUTLOOK_LAYOUT.high)]
    for number in range(3):
        deal = Deal(rule_set(key), shuffle(b"outlook", f"{key} {number}"), asks_all=True)
        players = players_of(number)
        for _ in itertools.count():
            if deal.result:
                break
            seat, moves = next(iter(deal.waiting.items()))
            before = deal.view(seat).snapshot()
            found = outlook(deal.view(seat), moves)
            assert (found >= bounds[0]).all()
            assert (found <= bounds[1]).all()
            assert deal.view(seat).snapshot() == before
            deal.act(seat, players[seat].act(deal.view(seat), moves))
