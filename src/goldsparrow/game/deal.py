"""The deal: the referee that knows the wall, asks who must choose, and makes events of answers."""

from __future__ import annotations

from typing import Final, TypeAlias

from goldsparrow.errors import IllegalMove
from goldsparrow.events import (
    AnyEvent,
    DrawnDeal,
    Four,
    Kong,
    LastDraws,
    Start,
    Win,
    WinBy,
)
from goldsparrow.events import End as DealEnd
from goldsparrow.game.contest import Contest, claim_contest, opening_contest
from goldsparrow.game.facts import win_facts
from goldsparrow.game.legality import (
    OTHERS,
    PASS_BIT,
    claims,
    is_complete,
    opening_moves,
    rob_moves,
    turn_moves,
)
from goldsparrow.game.opening import play_opening
from goldsparrow.game.refusals import refusal
from goldsparrow.game.scribe import Scribe, names
from goldsparrow.game.table import Table
from goldsparrow.game.values import Phase, Question, Result, Shuffle
from goldsparrow.game.view import View
from goldsparrow.game.wall import Wall, break_point
from goldsparrow.game.worth import best_robbery_discard
from goldsparrow.moves import (
    ADDED_KONG,
    CHOW,
    CONCEALED_KONG,
    GOLD_GAP,
    KONG,
    MOVE_NAMES,
    MOVES,
    PASS,
    PONG,
    ROB_GOLD,
    THREE_GOLDS,
    WIN,
    Move,
    MoveSet,
    moves_in,
)
from goldsparrow.rules.ruleset import End, RuleSet
from goldsparrow.rules.scoring import score
from goldsparrow.scores import Score
from goldsparrow.tiles import HIDDEN, NAMES, PLAYABLE, Tile

__all__ = ["Deal", "Phase", "Question", "Result", "Seat"]

Seat: TypeAlias = int

_FROM: Final[tuple[tuple[int, ...], ...]] = ((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2))
_ROB_GOLD_BIT: Final = 1 << ROB_GOLD
_WIN_BITS: Final = 1 << WIN | 1 << THREE_GOLDS


class Deal:
    """One deal from the shuffle to the settlement.

    The constructor plays the opening as far as nobody has to choose. From then on `waiting` says
    who must choose and among which moves, `act` takes one choice. Every change is an event, and
    the table folds nothing else.

    With `asks_all` a question that may go to several seats goes to all of them, and whoever could
    not answer it otherwise may pass: then it tells nobody what the others hold that they are asked.
    The events are the same.

    Attributes:
        rules: the rule set in force.
        table: the referee's own table, which hides nothing.
        waiting: the seats that must choose, with the set of moves that each may choose from.
        events: all events so far.
        result: how it ended, or None while it goes on.
    """

    __slots__ = (
        "_asks_all",
        "_contest",
        "_dealer_robs",
        "_last_drawn",
        "_replace_tail",
        "_scribe",
        "_seed",
        "_stake",
        "_views",
        "events",
        "phase",
        "result",
        "rules",
        "table",
        "waiting",
        "wall",
    )

    def __init__(
        self,
        rules: RuleSet,
        shuffled: Shuffle,
        *,
        dealer: Seat = 0,
        streak: int = 0,
        number: int = 0,
        round_: int = 0,
        passed: int = 0,
        scores: Four = (0, 0, 0, 0),
        stake: int = 1,
        commitment: str = "",
        seed: str = "",
        entropy: tuple[str, ...] = (),
        asks_all: bool = False,
    ) -> None:
        self.rules = rules
        self._asks_all = asks_all
        self.table = Table(rules)
        self.wall = Wall(shuffled, dealer)
        self.waiting: dict[Seat, MoveSet] = {}
        self._scribe = Scribe(self.table)
        self.events = self._scribe.events
        self.result: Result | None = None
        self.phase: Phase = "opening"
        self._stake = stake
        self._seed = seed
        self._replace_tail = rules.deal.replace_from is End.TAIL
        self._views: tuple[View, ...] = ()
        self._contest: Contest | None = None
        self._dealer_robs = False
        self._last_drawn = [HIDDEN] * 4
        seat, stack = break_point(shuffled.dice, dealer)
        self._scribe.write(
            Start(
                number,
                dealer,
                streak,
                scores,
                shuffled.dice,
                seat,
                stack,
                round_,
                commitment,
                entropy,
                passed,
            )
        )
        play_opening(self._scribe, self.wall, shuffled.gold_dice)
        self._ask_opening()

    @classmethod
    def on(cls, table: Table, wall: Wall) -> Deal:
        """A deal that goes on from a table on which the gold is open, and asks who is to choose.

        Its events begin with what follows, and its points are before the stake.

        Args:
            table: a table that hides nothing, at a seat's own turn or with a discard that may be
                claimed; the deal changes it.
            wall: what is left of the wall.
        """
        deal = Deal.__new__(Deal)
        deal.rules = table.rules
        deal._asks_all = False
        deal.table = table
        deal.wall = wall
        deal.waiting = {}
        deal._scribe = Scribe(table)
        deal.events = deal._scribe.events
        deal.result = None
        deal.phase = "turn"
        deal._stake = 1
        deal._seed = ""
        deal._replace_tail = table.rules.deal.replace_from is End.TAIL
        deal._views = ()
        deal._contest = None
        deal._dealer_robs = False
        deal._last_drawn = [HIDDEN] * 4
        if table.live == HIDDEN:
            deal._ask_turn(table.turn)
        else:
            deal._ask_claims(table.source)
        return deal

    # --- what everybody may ask --------------------------------------------------------------

    @property
    def question(self) -> Question:
        """What the waiting seats are asked."""
        table = self.table
        if self.phase == "claim":
            return Question("claim", table.live, table.source)
        if self.phase == "rob_kong":
            return Question("rob_kong", table.kong_tile, table.turn)
        return Question(self.phase, source=table.turn)

    def view(self, seat: Seat | None) -> View:
        """What a seat may see; None is a watcher. The same view follows the deal."""
        if seat is None:
            return View(self.table, None)
        if not self._views:
            self._views = tuple(View(self.table, each) for each in range(4))
        return self._views[seat]

    def refusal(self, seat: Seat, move: Move) -> str | None:
        """The reason's key why a seat may not make a move now; None where it may."""
        return refusal(self.table, self.phase, self.waiting, seat, move)

    def act(self, seat: Seat, move: Move) -> list[AnyEvent]:
        """Takes a seat's choice and returns the events that follow from it.

        Nothing follows while another seat's choice may still outrank this one (C9).

        Raises:
            IllegalMove: the seat may not make this move now; nothing has changed.
        """
        if not 0 <= move < MOVES or not self.waiting.get(seat, 0) >> move & 1:
            self._refuse(seat, move)
        events = self.events
        before = len(events)
        phase = self.phase
        if phase == "turn":
            self._answer_turn(seat, move)
        elif phase == "claim":
            self._answer_claim(seat, move)
        elif phase == "rob_kong":
            self._answer_rob_kong(seat, move)
        else:
            self._answer_opening(seat, move)
        return events[before:]

    def copy(self) -> Deal:
        """A deal that can be played on without changing this one."""
        other = Deal.__new__(Deal)
        other.rules = self.rules
        other._asks_all = self._asks_all
        other.table = self.table.copy()
        other.wall = self.wall.copy()
        other.waiting = self.waiting.copy()
        other._scribe = self._scribe.copy(other.table)
        other.events = other._scribe.events
        other.result = self.result
        other.phase = self.phase
        other._stake = self._stake
        other._seed = self._seed
        other._replace_tail = self._replace_tail
        other._views = ()
        other._contest = self._contest and self._contest.copy()
        other._dealer_robs = self._dealer_robs
        other._last_drawn = self._last_drawn.copy()
        return other

    def _refuse(self, seat: Seat, move: Move) -> None:
        name = MOVE_NAMES[move] if 0 <= move < MOVES else repr(move)
        reason = self.refusal(seat, move) or "not_your_turn"
        raise IllegalMove(f"seat {seat} may not {name!r} now: {reason}", reason)

    # --- the opening -------------------------------------------------------------------------

    def _ask_opening(self) -> None:
        """Asks for opening wins that come before the first discard (F8, L10)."""
        asked = {}
        for seat in range(4):
            moves = opening_moves(self.table, seat)
            if moves:
                asked[seat] = moves
        dealer = self.table.dealer
        # What the dealer alone could declare, its first turn offers as well.
        if self._asks_all or (
            asked and (asked.keys() != {dealer} or self.rules.opening.rob_before_first_discard)
        ):
            self._ask("opening", asked, _FROM[dealer])
        else:
            self._ask_turn(dealer)

    def _answer_opening(self, seat: Seat, move: Move) -> None:
        chosen = self._choose(seat, move)
        if chosen is None:
            return
        if chosen:
            winner, best = chosen
            if best == ROB_GOLD:
                self._rob_gold(winner)
            else:
                self._win_own(winner, best)
        elif self._dealer_robs:
            self._rob_gold(self.table.dealer)
        else:
            self._ask_turn(self.table.dealer)

    def _rob_gold(self, seat: Seat) -> None:
        """A seat takes the indicator and wins (F7); the dealer throws what then pays most."""
        table = self.table
        if seat != table.dealer:
            self._win(seat, "rob_gold", tile=table.gold)
            return
        self._win(seat, "rob_gold", tile=table.gold, thrown=best_robbery_discard(table, seat))

    # --- an own turn -------------------------------------------------------------------------

    def _ask_turn(self, seat: Seat) -> None:
        self.phase = "turn"
        self.waiting = {seat: turn_moves(self.table, seat)}

    def _answer_turn(self, seat: Seat, move: Move) -> None:
        if move < PLAYABLE:
            self._discard(seat, move)
        elif move in (WIN, THREE_GOLDS):
            self._win_own(seat, move)
        elif move == ROB_GOLD:
            self._dealer_chooses_robbery(seat)
        elif move < ADDED_KONG:
            self._scribe.write(Kong(seat, NAMES[move - CONCEALED_KONG], "concealed"))
            self._replace_kong(seat)
        elif move < GOLD_GAP:
            self._add_kong(seat, move - ADDED_KONG)
        else:
            self._declare(seat, move)
            self._discard(seat, move - GOLD_GAP)

    def _win_own(self, seat: Seat, move: Move) -> None:
        """Wins by what the seat holds: heavenly, three golds, or a self-draw (F5, F6)."""
        table = self.table
        if move == THREE_GOLDS:
            self._win(seat, "three_golds")
        elif table.drawn == HIDDEN:
            # Only a dealt hand is complete without a tile drawn last.
            self._win(seat, "heavenly")
        else:
            self._win(seat, "self_draw", tile=table.drawn)

    def _dealer_chooses_robbery(self, seat: Seat) -> None:
        """The dealer robs unless another seat, which comes first, does (F8)."""
        asked = {other: _ROB_GOLD_BIT | PASS_BIT for other in range(4) if self._may_rob(other)}
        if asked or self._asks_all:
            self._dealer_robs = True
            self._ask("opening", asked, OTHERS[seat])
        else:
            self._rob_gold(seat)

    def _may_rob(self, seat: Seat) -> bool:
        """Whether a seat may rob the gold in the window at the first discard (F7b)."""
        table = self.table
        return (
            not self.rules.opening.rob_before_first_discard
            and seat != table.dealer
            and is_complete(table, seat, extra_golds=1)
        )

    def _declare(self, seat: Seat, move: Move) -> None:
        """Lets the clause that offered a move announce it; its discard follows (S7)."""
        table = self.table
        for clause in table.clauses:
            for event in clause.declare(table.notes[clause.key], table, seat, move):
                self._scribe.write(event)

    def _discard(self, seat: Seat, tile: Tile) -> None:
        self._scribe.discard(seat, tile)
        self._ask_claims(seat)

    def _ask_claims(self, seat: Seat) -> None:
        """Asks who may claim the discard that a seat has just made; or the next seat draws."""
        table = self.table
        asked = claims(table)
        if table.discards == 1:
            for other in OTHERS[seat]:
                if self._may_rob(other):
                    asked[other] = asked.get(other, PASS_BIT) | _ROB_GOLD_BIT
        if asked or self._asks_all:
            self._ask("claim", asked, OTHERS[seat])
        else:
            self._next_turn((seat + 1) % 4)

    def _next_turn(self, seat: Seat) -> None:
        """An ordinary draw, or what comes instead of it at the end of the wall (F15, L12)."""
        table = self.table
        if table.left - table.reserve <= self.rules.wall.last_draws:
            self._run_out(seat)
        else:
            self._draw_and_ask(seat, self.wall.from_head(), False)

    def _draw_and_ask(self, seat: Seat, tile: Tile, tail: bool) -> None:
        """Draws a tile that left the wall, replaces flowers, and asks the seat to play (C5).

        A flower that no drawable tile can replace ends the seat's turn without a discard.
        """
        table = self.table
        self._scribe.draw(seat, tile, tail)
        while not table.playable >> tile & 1:
            self._scribe.lay_flowers(seat, (tile,))
            may_replace = not table.clauses or self._may_replace(seat)
            if table.left <= table.reserve or not may_replace:
                self._run_out((seat + 1) % 4)
                return
            tile = self._replacement()
            self._scribe.draw(seat, tile, self._replace_tail)
        self._last_drawn[seat] = tile
        self.phase = "turn"
        self.waiting = {seat: turn_moves(table, seat)}
        if table.clauses and self._is_forced(seat):
            self._answer_turn(seat, next(moves_in(self.waiting[seat])))

    def _may_replace(self, seat: Seat) -> bool:
        table = self.table
        return all(
            clause.replaces(table.notes[clause.key], table, seat) for clause in table.clauses
        )

    def _is_forced(self, seat: Seat) -> bool:
        table = self.table
        return any(clause.forced(table.notes[clause.key], table, seat) for clause in table.clauses)

    def _replacement(self) -> Tile:
        return self.wall.from_tail() if self._replace_tail else self.wall.from_head()

    def _replace_kong(self, seat: Seat) -> None:
        self._draw_and_ask(seat, self._replacement(), self._replace_tail)

    def _add_kong(self, seat: Seat, tile: Tile) -> None:
        self._scribe.write(Kong(seat, NAMES[tile], "added"))
        asked: dict[Seat, MoveSet] = {}
        for other in OTHERS[seat]:
            moves = rob_moves(self.table, other)
            if moves:
                asked[other] = moves
        if asked or self._asks_all:
            self._ask("rob_kong", asked, OTHERS[seat])
        else:
            self._replace_kong(seat)

    # --- claims ------------------------------------------------------------------------------

    def _ask(self, phase: Phase, asked: dict[Seat, MoveSet], seats: tuple[Seat, ...]) -> None:
        """Asks several seats at once (C9): those that can answer, or all that may be asked."""
        self.phase = phase
        if self._asks_all:
            self.waiting = {seat: asked.get(seat, PASS_BIT) for seat in seats}
        else:
            self.waiting = asked
        if len(self.waiting) == 1:
            self._contest = None
        elif phase == "opening":
            self._contest = opening_contest(self.table, asked)
        else:
            self._contest = claim_contest(self.table, asked)

    def _choose(self, seat: Seat, move: Move) -> tuple[Seat, Move] | tuple[()] | None:
        """Notes an answer: None while more may come, else the choice that counts, () for none."""
        if self._contest is None:
            # Whoever is asked alone has no rivals.
            self.waiting = {}
            return () if move == PASS else (seat, move)
        del self.waiting[seat]
        chosen = self._contest.answer(seat, move)
        if chosen is not None:
            self.waiting = {}
        return chosen

    def _answer_claim(self, seat: Seat, move: Move) -> None:
        chosen = self._choose(seat, move)
        if chosen is None:
            return
        table = self.table
        source, tile = table.source, table.live
        if not chosen:
            self._next_turn((source + 1) % 4)
            return
        claimer, choice = chosen
        if choice == WIN:
            self._win(claimer, "discard", tile=tile, source=source)
        elif choice == ROB_GOLD:
            self._rob_gold(claimer)
        elif choice == KONG:
            self._scribe.write(Kong(claimer, NAMES[tile], "exposed", source))
            self._replace_kong(claimer)
        else:
            if choice == PONG:
                self._scribe.pong(claimer, tile, source)
            else:
                self._scribe.chow(claimer, tile, choice - CHOW, source)
            self._ask_turn(claimer)

    def _answer_rob_kong(self, seat: Seat, move: Move) -> None:
        chosen = self._choose(seat, move)
        if chosen is None:
            return
        maker = self.table.turn
        if chosen:
            self._win(chosen[0], "rob_kong", tile=self.table.kong_tile, source=maker)
        else:
            self._replace_kong(maker)

    # --- the end -----------------------------------------------------------------------------

    def _run_out(self, seat: Seat) -> None:
        """The last draws, from `seat` on while drawable tiles last; then a drawn deal (F15)."""
        table = self.table
        if self.rules.wall.last_draws and table.drawable:
            self._scribe.write(LastDraws(table.drawable))
            for each in (seat, (seat + 1) % 4, (seat + 2) % 4, (seat + 3) % 4):
                if not table.drawable:
                    break
                tile = self.wall.from_head()
                self._scribe.draw(each, tile, False)
                if not table.playable >> tile & 1:
                    self._scribe.lay_flowers(each, (tile,))
                    continue
                self._last_drawn[each] = tile
                wins = turn_moves(table, each) & _WIN_BITS
                if wins:
                    self._win_own(each, WIN if wins >> WIN & 1 else THREE_GOLDS)
                    return
        self._scribe.write(DrawnDeal())
        self._finish(None, None, None)

    def _win(
        self,
        seat: Seat,
        by: WinBy,
        *,
        tile: Tile | None = None,
        source: Seat | None = None,
        thrown: Tile | None = None,
    ) -> None:
        facts = win_facts(self.table, seat, by, tile=tile, source=source, thrown=thrown)
        result = score(self.rules, facts)
        assert isinstance(result, Score), f"legality and scoring disagree: {result}, {facts}"
        self._scribe.write(
            Win(
                seat,
                by,
                names(facts.concealed),
                result,
                None if tile is None else NAMES[tile],
                source,
                None if thrown is None else NAMES[thrown],
            )
        )
        self._finish(seat, by, result)

    def _finish(self, winner: Seat | None, by: WinBy | None, result: Score | None) -> None:
        table = self.table
        paid = [points * self._stake for points in table.payments]
        payments = (paid[0], paid[1], paid[2], paid[3])
        scores = [a + b for a, b in zip(table.scores, paid, strict=True)]
        hands = [self._shown_hand(seat) for seat in range(4)]
        self.phase = "over"
        self.waiting = {}
        self.result = Result(winner, by, result, payments, winner is None or winner == table.dealer)
        self._scribe.write(
            DealEnd(
                (hands[0], hands[1], hands[2], hands[3]),
                payments,
                (scores[0], scores[1], scores[2], scores[3]),
                self._seed,
            )
        )

    def _shown_hand(self, seat: Seat) -> tuple[str, ...]:
        """A seat's concealed tiles with the tile it drew last standing last (S5)."""
        tiles = self.table.known_hand(seat).tiles()
        last = self._last_drawn[seat]
        if last in tiles:
            tiles.remove(last)
            tiles.append(last)
        return names(tuple(tiles))
