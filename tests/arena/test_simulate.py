"""Simulation: the same whatever the number of workers, and within the laws by the hundred."""

from __future__ import annotations

import math

import pytest

from goldsparrow.arena.simulate import MATCH_DEALS, Plan, Totals, play_match, simulate
from goldsparrow.errors import GoldSparrowError
from goldsparrow.events import Start
from goldsparrow.game.record import Record, Verifier, entries
from goldsparrow.rules import RULE_SETS

CHANCE = ("chance",) * 4


def all_of(plan: Plan, workers: int = 1) -> tuple[Totals, bytes]:
    totals, text = Totals(), b""
    for played, record in simulate(plan, workers=workers):
        totals.add(played)
        text += record
    return totals, text


@pytest.mark.parametrize("key", RULE_SETS)
def test_chance_by_the_hundred(key: str) -> None:
    """C1, C12: no exception, no law broken (`simulate --check` plays any number of deals)."""
    totals, _ = all_of(Plan(rules=key, deals=250, seed="suite", players=CHANCE, laws=True))

    assert totals.deals == 250
    assert sum(totals.points) == 0
    assert sum(totals.wins) + totals.drawn == 250


@pytest.mark.parametrize("key", RULE_SETS)
def test_greedy_by_the_hundred(key: str) -> None:
    """C1, C12: the same for 50 deals of players who go for wins; most deals are won."""
    totals, _ = all_of(Plan(rules=key, deals=50, seed="suite", laws=True))

    assert totals.deals == 50
    assert sum(totals.points) == 0
    assert sum(totals.wins) > 25


def test_greedy_beats_chance() -> None:
    """A player that goes for wins takes points from those who do not."""
    players = ("greedy", "chance", "chance", "chance")
    totals, _ = all_of(Plan(rules="fuzhou-ourgame", deals=100, seed="duel", players=players))

    assert totals.points[0] - 3 * totals.error(0) * totals.deals / 2 > 0
    assert totals.wins[0] > 2 * max(totals.wins[1:])


def test_the_number_of_workers_changes_nothing() -> None:
    """Interfaces, `--workers`: totals and records are the same, byte by byte."""
    plan = Plan(
        rules="fuzhou-ourgame", deals=MATCH_DEALS + 7, seed="w", players=CHANCE, records=True
    )
    alone, text = all_of(plan)
    together, same = all_of(plan, workers=2)

    assert together == alone
    assert same == text
    assert alone.deals == plan.deals


def test_records_verify() -> None:
    """Interfaces, `--out`: every match is a record, together they hold every deal."""
    plan = Plan(rules="fuzhou-classic", deals=MATCH_DEALS + 3, seed="r", records=True)
    _, text = all_of(plan)
    verifier = Verifier()
    for number, entry in entries(text.splitlines(keepends=True)):
        verifier.take(number, entry)
    verifier.close()

    assert (verifier.records, verifier.deals) == (2, plan.deals)


def test_the_seed_matters_and_repeats() -> None:
    """Interfaces, `--seed`: the same seed plays the same, another seed other deals."""
    plans = [Plan(rules="fuzhou-ourgame", deals=3, seed=seed, records=True) for seed in "aab"]
    texts = [play_match(plan, 0)[1] for plan in plans]

    assert texts[0] == texts[1] != texts[2]
    first, second = play_match(plans[0], 0)[0], play_match(plans[0], 0)[0]
    assert first == second


def test_stopping_leaves_whole_records() -> None:
    """Interfaces, Ctrl-C: what was played stands, as matches that verify."""
    plan = Plan(rules="fuzhou-ourgame", deals=250, seed="stop", players=CHANCE, records=True)
    played = 0

    def watch(deals: int) -> None:
        nonlocal played
        played = deals

    found = list(simulate(plan, watch=watch, stopped=lambda: played >= 130))
    assert [totals.deals for totals, _ in found] == [100, 30]
    for totals, record in found:
        match = Record.parse(record).verify()
        assert match.over
        assert match.number + 1 == totals.deals


def test_stopping_workers_leaves_whole_records() -> None:
    """Interfaces, Ctrl-C with workers: each ends after its deal."""
    plan = Plan(rules="fuzhou-ourgame", deals=3000, seed="stop", players=CHANCE, records=True)
    played = 0

    def watch(deals: int) -> None:
        nonlocal played
        played = deals

    found = list(simulate(plan, workers=2, watch=watch, stopped=lambda: played >= 20))
    assert 20 <= sum(totals.deals for totals, _ in found) < 3000
    for _, record in found:
        assert Record.parse(record).verify().over


def test_the_first_dealer_is_drawn() -> None:
    """C2: by chance, from the seed."""
    plan = Plan(rules="fuzhou-ourgame", deals=30 * MATCH_DEALS, seed="d", players=CHANCE)
    dealers = {plan.drawn_from(match, "dealer")[0] % 4 for match in range(plan.matches)}
    assert dealers == {0, 1, 2, 3}

    one = Plan(rules="fuzhou-ourgame", deals=1, seed="d", records=True)
    start = Record.parse(play_match(one, 0)[1]).events[0]
    assert isinstance(start, Start)
    assert start.dealer == one.drawn_from(0, "dealer")[0] % 4


def test_plans_are_checked_before_they_are_played() -> None:
    """Errors come at once, not from a worker."""
    for wrong in (
        Plan(rules="riichi"),
        Plan(rules="longyan", options={"base": 5}),
        Plan(rules="longyan", players=("greedy", "greedy", "greedy", "genius")),
    ):
        with pytest.raises(GoldSparrowError):
            wrong.check()


def test_totals_add_up() -> None:
    """Totals of parts are the totals of the whole; errors are those of a mean."""
    plan = Plan(rules="fuzhou-ourgame", deals=40, seed="t")
    totals, _ = play_match(plan, 0)
    twice = Totals()
    twice.add(totals)
    twice.add(totals)

    assert twice.deals == 80
    assert twice.points == [2 * points for points in totals.points]
    assert sum(twice.by.values()) == sum(twice.wins)
    assert sum(totals.fed) == totals.by["discard"] + totals.by["rob_kong"]
    assert sum(totals.dealt) == 40
    assert totals.decisions > totals.discards > 40
    assert totals.dearest > 0
    assert math.isinf(Totals().error(0))
    assert 0 < twice.error(0) < totals.error(0)
