"""Laws that hold for every deal, whatever the rules, the wall and the choices."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from goldsparrow.errors import GoldSparrowError, IllegalMove, RecordError
from goldsparrow.events import AnyEvent, encode, mask
from goldsparrow.game.deal import Deal
from goldsparrow.game.laws import check, check_table
from goldsparrow.game.match import Length, Match
from goldsparrow.game.record import Header, Record, commitment, deal_shuffle
from goldsparrow.game.refusals import REASONS
from goldsparrow.game.table import Table
from goldsparrow.game.view import View
from goldsparrow.game.wall import shuffle
from goldsparrow.moves import MOVES, moves_in
from goldsparrow.rules import RULE_SETS, options_of, rule_set
from goldsparrow.rules.ruleset import RuleSet
from tests.laws.hidden import exchanged, same_choices
from tests.laws.strategies import new_deal, players_of, rule_sets, seeds, steps, values_of

EXAMPLES = settings(max_examples=40)
FEW = settings(max_examples=15)


def state(deal: Deal) -> tuple[Any, ...]:
    """Everything of a deal that anybody can see."""
    return (
        [deal.view(seat).snapshot() for seat in (0, 1, 2, 3, None)],
        [hand.tiles() for hand in map(deal.table.known_hand, range(4))],
        dict(deal.waiting),
        deal.phase,
        deal.question,
        list(deal.events),
        deal.wall.remaining(),
        deal.result,
    )


@EXAMPLES
@given(rule_sets(), seeds)
def test_tiles_points_and_running_values(rules: RuleSet, seed: int) -> None:
    """C1, C12: 144 tiles are always accounted for, payments sum to zero, nothing goes astray."""
    deal = new_deal(rules, seed)
    check(deal)
    for _ in steps(deal, seed):
        check(deal)
    check(deal)
    assert deal.result is not None


@pytest.mark.parametrize("key", RULE_SETS)
def test_every_option_alone(key: str) -> None:
    """Every value of every house option plays whole deals within the laws."""
    for option in options_of(key):
        for value in values_of(option, key):
            try:
                rules = rule_set(key, **{option.name: value})
            except GoldSparrowError:
                continue
            for seed in (3, 4):
                deal = new_deal(rules, seed)
                for _ in steps(deal, seed):
                    pass
                check(deal)


@EXAMPLES
@given(rule_sets(), seeds)
def test_view_and_mask_commute(rules: RuleSet, seed: int) -> None:
    """Design: view(apply(table, event), seat) == apply(view(table, seat), mask(event, seat))."""
    deal = new_deal(rules, seed)
    for _ in steps(deal, seed):
        pass
    hides = rules.claims.hide_concealed_kong
    referee = Table(rules)
    seats = (0, 1, 2, 3, None)
    folds = {seat: Table(rules, () if seat is None else (seat,)) for seat in seats}
    for event in deal.events:
        referee.apply(event)
        for seat, table in folds.items():
            table.apply(mask(event, seat, hide_concealed_kong=hides))
            assert View(table, seat) == View(referee, seat)
            if seat is not None and referee.gold >= 0:
                assert View(table, seat).ready() == View(referee, seat).ready()
            check_table(table)
    for seat in seats:
        assert View(folds[seat], seat) == deal.view(seat)


@FEW
@given(rule_sets(), seeds, st.integers(1, 3))
def test_replay_equals_live(rules: RuleSet, seed: int, deals: int) -> None:
    """Records: what was written down, read and played again ends the same, event by event."""
    record, match = recorded(rules, seed, deals)
    again = Record.parse(record.dump()).verify()

    assert again.scores == match.scores
    assert again.deal is not None
    assert match.deal is not None
    assert state(again.deal) == state(match.deal)


def recorded(rules: RuleSet, seed: int, deals: int) -> tuple[Record, Match]:
    """A match that was played, and its record."""
    match = Match(rules, Length(deals, "deals"), dealer=seed % 4, stake=seed % 3 + 1)
    header = Header.of(match, f"m{seed}", ("a", "b", "c", "d"), sealed=True)
    players = players_of(seed)
    chance = Random(seed)
    events: list[AnyEvent] = []
    while not match.over:
        secret = chance.randbytes(32).hex()
        entropy = ("", "c0ffee", "", "1") if seed % 2 else ()
        shuffled = deal_shuffle(header.match, match.number + 1, secret, entropy)
        events += match.start(shuffled, commitment=commitment(secret), seed=secret, entropy=entropy)
        while match.waiting:
            seat = chance.choice(sorted(match.waiting))
            events += match.act(seat, players[seat].act(match.view(seat), match.waiting[seat]))
    return Record(header, events), match


@FEW
@given(rule_sets(), seeds, st.randoms(use_true_random=False))
def test_changed_records_are_refused(rules: RuleSet, seed: int, chance: Random) -> None:
    """Records: cut, edited or reordered at random, none verifies and each error has its line."""
    text = recorded(rules, seed, 1)[0].dump()
    lines = text.splitlines()
    for _ in range(12):
        changed = [*lines]
        one, other = chance.sample(range(len(lines)), 2)
        kind = chance.randrange(4)
        if kind == 0:
            del changed[one]
        elif kind == 1:
            changed[one], changed[other] = changed[other], changed[one]
        elif kind == 2:
            changed.insert(one, changed[other])
        else:
            line = bytearray(changed[one])
            place = chance.randrange(len(line))
            line[place] = chance.choice(b'0123456789mpsz"{}')
            changed[one] = bytes(line)
        if changed == lines:
            continue
        with pytest.raises(RecordError) as error:
            Record.parse(b"\n".join(changed)).verify()
        assert 1 <= error.value.line <= len(changed)


@EXAMPLES
@given(rule_sets(), seeds)
def test_copy_then_act_leaves_the_original_alone(rules: RuleSet, seed: int) -> None:
    """Design: a copy at any moment may be played to its end, and the original never knows."""
    deal = new_deal(rules, seed)
    undisturbed = new_deal(rules, seed)
    chance = Random(seed)
    followed = steps(undisturbed, seed)
    for number, _ in enumerate(steps(deal, seed)):
        next(followed, None)
        if chance.random() < 0.05 or number == 0:
            before = state(deal)
            other = deal.copy()
            assert state(other) == before
            for _ in steps(other, seed + number):
                pass
            assert state(deal) == before
    next(followed, None)

    assert state(deal) == state(undisturbed)


@FEW
@given(rule_sets(), seeds)
def test_legal_moves_are_accepted_and_others_refused(rules: RuleSet, seed: int) -> None:
    """C8, C9: for every seat, asked or not; a refusal changes nothing and has a known reason."""
    known = REASONS | {clause.key for clause in rules.clauses}
    deal = new_deal(rules, seed)
    chance = Random(seed)
    for number, _ in enumerate(steps(deal, seed)):
        if number and chance.random() > 0.1:
            continue
        before = state(deal)
        for seat in range(4):
            legal = set(moves_in(deal.waiting.get(seat, 0)))
            for move in range(MOVES):
                reason = deal.refusal(seat, move)
                assert (reason is None) == (move in legal)
                if move in legal:
                    other = deal.copy()
                    other.act(seat, move)
                    assert other.waiting.get(seat, 0) != deal.waiting[seat] or other.events != (
                        deal.events
                    )
                else:
                    assert reason in known
                    with pytest.raises(IllegalMove) as refused:
                        deal.act(seat, move)
                    assert refused.value.reason == reason
        assert state(deal) == before


# --- secrets ---------------------------------------------------------------------------------


@EXAMPLES
@given(rule_sets(), seeds)
def test_a_masked_stream_names_no_hidden_tile(rules: RuleSet, seed: int) -> None:
    """Design: search the JSON: what others take, draw and hide has no face."""
    deal = new_deal(rules, seed)
    for _ in steps(deal, seed):
        pass
    hides = rules.claims.hide_concealed_kong
    for seat in (0, 1, 2, 3, None):
        for event in deal.events:
            shown = json.loads(encode(mask(event, seat, hide_concealed_kong=hides)))
            if shown.get("seat", seat) == seat:
                continue
            if shown["type"] == "take":
                assert set(shown["tiles"]) == {"?"}
            if shown["type"] == "draw":
                assert shown["tile"] == "?"
            if shown["type"] == "kong" and shown["kind"] == "concealed" and hides:
                assert shown["tile"] == "?"


@settings(max_examples=60)
@given(rule_sets(), seeds, st.integers(0, 3), st.randoms(use_true_random=False))
def test_deals_that_differ_only_in_hidden_tiles_look_the_same(
    rules: RuleSet, seed: int, seat: int, chance: Random
) -> None:
    """Design: no event, view, offer or reason tells a seat what it may not know."""
    shuffled = shuffle(seed.to_bytes(8, "big"), "secrets")
    deal = Deal(rules, shuffled)
    stop = chance.randrange(1, 40)
    for number, _ in enumerate(steps(deal, seed)):
        if number == stop:
            break
    assume(deal.result is None)
    twin = Deal(rules, exchanged(deal, shuffled, seat, chance))
    assume(same_choices(deal, twin))

    hides = rules.claims.hide_concealed_kong
    assert [mask(event, seat, hide_concealed_kong=hides) for event in deal.events] == [
        mask(event, seat, hide_concealed_kong=hides) for event in twin.events
    ]
    assert twin.view(seat) == deal.view(seat)
    assert twin.view(seat).ready() == deal.view(seat).ready()
    assert twin.view(seat).unseen() == deal.view(seat).unseen()
    if seat in deal.waiting and seat in twin.waiting:
        assert twin.waiting[seat] == deal.waiting[seat]
        for move in range(MOVES):
            assert twin.refusal(seat, move) == deal.refusal(seat, move)
        for move in moves_in(deal.waiting[seat]):
            assert twin.view(seat).worth_of(move) == deal.view(seat).worth_of(move)


def test_the_twins_do_differ() -> None:
    """The law above would say nothing if the exchanges changed nothing, or were all dropped."""
    rules = rule_set("fuzhou-ourgame")
    differing = dropped = 0
    for seed in range(40):
        shuffled = shuffle(seed.to_bytes(8, "big"), "secrets")
        deal = Deal(rules, shuffled)
        for number, _ in enumerate(steps(deal, seed)):
            if number == 12:
                break
        if deal.result is not None:
            continue
        twin = Deal(rules, exchanged(deal, shuffled, 1, Random(seed)))
        if not same_choices(deal, twin):
            dropped += 1
        elif any(
            twin.table.known_hand(other).tiles() != deal.table.known_hand(other).tiles()
            for other in (0, 2, 3)
        ):
            differing += 1

    assert differing > 10
    assert dropped < 30
