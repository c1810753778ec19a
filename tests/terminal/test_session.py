"""A match at the terminal: played by the referee, seen through a fold, recorded."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from goldsparrow.events import HIDDEN_NAME, Discard, Draw, Take
from goldsparrow.game.match import Length
from goldsparrow.game.record import Record
from goldsparrow.moves import DISCARDS, MOVES, PASS, WIN, moves_in
from goldsparrow.players import player
from goldsparrow.rules import RULE_SETS
from goldsparrow.terminal.scene import Scene
from goldsparrow.terminal.session import OWN
from goldsparrow.tiles import HIDDEN, KIND
from tests.terminal.seated import play_deal, show_all

Sit = Callable[..., Scene]


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("who", ["greedy", "chance"])
def test_a_whole_match(sit: Sit, rules: str, who: str) -> None:
    """A match of each rule set comes to its end and its record verifies, seal and all."""
    session = sit(rules, seed=f"{rules} {who}", length="4 deals", bots=who).session
    while not session.match.over:
        play_deal(session, who)
        assert session.end is not None
    record = Record.parse(session.record().dump())

    assert session.over is not None
    assert session.deals == 4
    assert record.verify().scores == session.match.scores
    assert record.header.sealed


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_fold_is_the_view(sit: Sit, rules: str) -> None:
    """Once all is shown, the folded table shows exactly what the referee lets the seat see."""
    session = sit(rules, seed="fold").session
    person = player("greedy")
    session.start_deal()
    show_all(session)
    asked = 0
    while session.moves:
        assert session.view == session.deal.view(OWN)
        session.play(person.act(session.view, session.moves))
        show_all(session)
        asked += 1

    assert asked > 0
    assert session.table.over


def test_only_own_tiles_are_shown(sit: Sit) -> None:
    """What others take and draw reaches the screen without its face."""
    session = sit(seed="1").session
    play_deal(session)
    draws = [one for one in session.shown if isinstance(one, Draw)]
    takes = [one for one in session.shown if isinstance(one, Take)]

    assert {one.seat for one in draws} == {0, 1, 2, 3}
    assert all((one.tile == HIDDEN_NAME) == (one.seat != OWN) for one in draws)
    assert all((HIDDEN_NAME in one.tiles) == (one.seat != OWN) for one in takes)


def test_left_in_the_middle(sit: Sit) -> None:
    """Who leaves in the middle of the second deal has the record of a match of one deal."""
    session = sit(seed="left").session
    play_deal(session)
    scores = session.match.scores
    session.start_deal()
    show_all(session)
    record = Record.parse(session.record().dump())

    assert record.header.length == str(Length(1, "deals"))
    assert record.verify().scores == scores


def test_seed(sit: Sit) -> None:
    """The same seed deals the same walls and draws the same dealer, another seed others."""

    def events(seed: str | None) -> list[object]:
        session = sit(seed=seed).session
        session.start_deal()
        return list(session.deal.events)

    assert events("a") == events("a")
    assert events("a") != events("b")
    assert events(None) != events(None)


def test_options_reach_the_table(sit: Sit) -> None:
    """House options are in force and stand in the record's header."""
    session = sit(seed="options", discard_payment="discarder").session
    play_deal(session)

    assert session.record().header.options["discard_payment"] == "discarder"


def test_nothing_is_asked_before_it_is_shown(sit: Sit) -> None:
    """While events wait to be shown there is no choice, and every move is not your turn."""
    session = sit(seed="wait").session
    session.start_deal()

    assert session.coming
    assert session.moves == 0
    assert session.refusal(WIN) == "not_your_turn"


def test_refusals(sit: Sit) -> None:
    """Each move that is listed as refused is no legal one and has the referee's own reason."""
    session = sit(seed="refuse").session
    person = player("greedy")
    session.start_deal()
    show_all(session)
    kinds = set()
    while session.moves:
        kinds.add(session.question.kind)
        for move, reason in session.refused():
            assert not session.moves >> move & 1
            assert reason == session.deal.refusal(OWN, move)
        session.play(person.act(session.view, session.moves))
        show_all(session)

    assert {"turn", "claim"} <= kinds


def test_ready_after_a_discard(sit: Sit) -> None:
    """What a discard is said to leave is what the hand waits for after it."""
    session = sit(seed="ready").session
    person = player("greedy")
    told = 0
    for _ in range(4):
        session.start_deal()
        show_all(session)
        while session.moves:
            move = person.act(session.view, session.moves)
            expected = session.waits_after(move) if DISCARDS >> move & 1 else None
            session.play(move)
            while session.coming and not isinstance(session.show_next(), Discard):
                pass
            if expected is not None and not session.table.over:
                found = session.waits()
                assert [wait.tile for wait in found] == [wait.tile for wait in expected]
                assert [wait.drawn for wait in found] == [wait.drawn for wait in expected]
                told += len(expected)
            show_all(session)

    assert told > 0


def test_waits_gain_what_they_say(sit: Sit) -> None:
    """A win on a discard that was waited for pays what the wait said (F22, F24, L15)."""
    checked = set()
    for rules in ("fuzhou-ourgame", "fuzhou-street", "longyan"):
        session = sit(rules, seed="worth", length="16 deals").session
        person = player("greedy")
        while not session.match.over:
            session.start_deal()
            show_all(session)
            told = {}
            while session.moves:
                told = {wait.tile: wait for wait in session.waits()} or told
                session.play(person.act(session.view, session.moves))
                show_all(session)
            win = session.win
            if win is None or win.seat != OWN or win.by != "discard":
                continue
            assert win.tile is not None
            assert told[KIND[win.tile]].claimed == win.score.payments[OWN]
            checked.add(rules)

    assert len(checked) == 3


def test_every_legal_move_can_be_offered(sit: Sit) -> None:
    """Whatever the referee allows is an offer or a discard, each with a key or on the hand."""
    scene = sit("longyan", seed="offers")
    session, person = scene.session, player("chance", 3)
    for _ in range(4):
        session.start_deal()
        show_all(session)
        while session.moves:
            offered = {offer.move for offer in scene.offers}
            held = {tile for tile in scene.row() if tile != HIDDEN}
            for move in moves_in(session.moves):
                assert move in (held if move < PASS else offered)
            assert all(offer.move < MOVES for offer in scene.offers)
            session.play(person.act(session.view, session.moves))
            show_all(session)
