"""Why a bot chooses what it chooses: each move with what it leaves, what it may bring and cost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Protocol, runtime_checkable

import msgspec

from goldsparrow.game.view import View
from goldsparrow.moves import (
    ADDED_KONG,
    CHOW,
    CONCEALED_KONG,
    GOLD_GAP,
    KONG,
    PASS,
    PONG,
    ROB_GOLD,
    THREE_GOLDS,
    WIN,
    Move,
    MoveSet,
    move_name,
    moves_in,
)
from goldsparrow.players.chance import Chance
from goldsparrow.players.expert import Weighed
from goldsparrow.players.player import Player
from goldsparrow.players.trial import Trial, own_part
from goldsparrow.text import Language, say
from goldsparrow.tiles import NAMES, PLAYABLE

_SHOWN_TILES: Final = 12
"""How many kinds a sentence lists before it only counts them."""
_TOLD: Final = 0.05
"""A difference in points that is worth telling."""


@runtime_checkable
class Weighing(Protocol):
    """A player that can say what moves are worth in points."""

    def weigh(self, view: View, moves: MoveSet, *, thorough: bool = False) -> list[Weighed]:
        """What each of the legal moves is worth, the best first."""


class UsefulTile(msgspec.Struct, frozen=True):
    """A kind that brings a hand nearer, and how many copies of it the seat has not seen."""

    tile: str
    left: int


class MoveReason(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A legal move, and why to make it or not.

    `distance` is how many tiles the hand is from complete after it, `useful` what then brings it
    nearer; where a discard has still to follow there is none yet. `points` is what the seat may
    expect of the deal after it, before the stake; `danger` how likely its discard is won on and
    `cost` the points that this costs on average. Null is what the bot does not think of.
    """

    move: str
    distance: int | None = None
    useful: tuple[UsefulTile, ...] = ()
    points: float | None = None
    danger: float | None = None
    cost: float | None = None


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """What a bot would do and why: its choice, and all options in its order, the best first.

    `ranked` is false where its order means nothing, because it leaves the choice to chance.
    """

    bot: str
    move: str
    options: tuple[MoveReason, ...]
    ranked: bool = True


def explain(bot: Player, name: str, view: View, moves: MoveSet) -> Explanation:
    """Says what a bot would do at a question and why, from what the seat sees alone.

    Args:
        bot: who is asked.
        name: its name.
        view: what the seat sees.
        moves: the legal moves, at least one.
    """
    chosen = bot.act(view, moves)
    weighed: dict[Move, Weighed] = {}
    if isinstance(bot, Weighing) and moves & (moves - 1):
        weighed = {each.move: each for each in bot.weigh(view, moves, thorough=True)}
    options = {option.move: option for option in _options(view, moves, weighed)}
    ranked = not isinstance(bot, Chance)
    order = list(moves_in(moves))
    if weighed:
        places = {move: place for place, move in enumerate(weighed)}
        order.sort(key=lambda move: places.get(move, len(order)))
    elif ranked:
        order.sort(key=lambda move: _nearest_first(options[move_name(move)]))
    order.sort(key=lambda move: move != chosen)
    return Explanation(
        bot=name,
        move=move_name(chosen),
        options=tuple(options[move_name(move)] for move in order),
        ranked=ranked,
    )


def _nearest_first(option: MoveReason) -> tuple[int, int]:
    far = 99 if option.distance is None else option.distance
    return far, -sum(each.left for each in option.useful)


def _options(view: View, moves: MoveSet, weighed: dict[Move, Weighed]) -> Iterator[MoveReason]:
    trial = Trial(view)
    for move in moves_in(moves):
        distance, useful = _after(trial, view, move)
        found = weighed.get(move)
        discards = move < PLAYABLE or move >= GOLD_GAP
        yield MoveReason(
            move=move_name(move),
            distance=distance,
            useful=useful,
            points=None if found is None else round(found.points, 2),
            danger=round(found.risk, 4) if found is not None and discards else None,
            cost=round(found.loss, 2) if found is not None and discards else None,
        )


def _after(trial: Trial, view: View, move: Move) -> tuple[int | None, tuple[UsefulTile, ...]]:
    """How far the hand is after a move, and what then helps it."""
    if move in (WIN, ROB_GOLD, THREE_GOLDS):
        return 0, ()
    if move == PASS:
        return trial.missing(), _useful(trial) if view.hand.size % 3 == 1 else ()
    gold = move % GOLD_GAP == view.gold if move < PLAYABLE or move >= GOLD_GAP else False
    taken: list[int] = []
    melds = 0
    if move < PLAYABLE or move >= GOLD_GAP:
        taken = [] if gold else [move % GOLD_GAP]
    elif move in (PONG, KONG) or CHOW <= move < CONCEALED_KONG:
        taken, melds = list(own_part(move, view.live)), 1
    elif move < ADDED_KONG:
        taken, melds = [move - CONCEALED_KONG] * 4, 1
    else:
        taken = [move - ADDED_KONG]
    trial.take_out(taken)
    trial.golds -= gold
    trial.melds -= melds
    shapes = trial.shapes
    if melds:
        trial.shapes = ()
    missing = trial.missing()
    useful = () if move == PONG or CHOW <= move < CONCEALED_KONG else _useful(trial)
    trial.shapes = shapes
    trial.melds += melds
    trial.golds += gold
    trial.put_back(taken)
    return missing, useful


def _useful(trial: Trial) -> tuple[UsefulTile, ...]:
    unseen = trial.unseen
    mask = trial.helpful(trial.missing())
    return tuple(UsefulTile(NAMES[tile], unseen[tile]) for tile in moves_in(mask) if unseen[tile])


# --- in words ----------------------------------------------------------------------------------


def move_text(move: str, language: Language) -> str:
    """A move in words, such as `discard 5p` or `吃 345m`."""
    family, _, tile = move.partition(":")
    if family == "chow":
        rank = int(tile[0])
        tile = f"{rank}{rank + 1}{rank + 2}{tile[1]}"
    elif tile and language != "en":
        tile = f"{tile} {say(f'tile.{tile}', language)}"
    return (
        say(f"explain.move.{family}", language, tile=tile)
        if tile
        else say(f"explain.move.{family}", language)
    )


def sentences(explanation: Explanation, language: Language) -> list[str]:
    """The explanation in words: what the bot would do, then a line for each reason."""
    lines = [choice_text(explanation, language)]
    if not explanation.ranked or len(explanation.options) == 1:
        return lines
    return [
        *lines,
        *_reasons(explanation.options[0], language),
        *better_text(explanation, language),
    ]


def choice_text(explanation: Explanation, language: Language) -> str:
    """What the bot would do."""
    return say(
        "explain.choice" if explanation.ranked else "explain.by_chance",
        language,
        bot=explanation.bot,
        move=move_text(explanation.move, language),
        n=len(explanation.options),
    )


def better_text(explanation: Explanation, language: Language) -> list[str]:
    """By how much that is better than the next move, where the bot thinks of points."""
    first, second = explanation.options[:2]
    if first.points is None or second.points is None or first.points - second.points < _TOLD:
        return []
    return [
        say(
            "explain.better_by",
            language,
            move=move_text(second.move, language),
            points=f"{first.points - second.points:.1f}",
        )
    ]


def _reasons(option: MoveReason, language: Language) -> list[str]:
    found = []
    if option.distance is not None:
        found.append(distance_text(option.distance, language))
    if option.useful:
        kinds = " ".join(each.tile for each in option.useful[:_SHOWN_TILES])
        if len(option.useful) > _SHOWN_TILES:
            kinds += " …"
        count = sum(each.left for each in option.useful)
        found.append(say("explain.useful", language, n=count, tiles=kinds))
    if option.points is not None:
        found.append(say("explain.points", language, points=f"{option.points:+.1f}"))
    if option.danger is not None:
        found.append(
            say(
                "explain.danger",
                language,
                share=f"{option.danger:.1%}",
                points=f"{option.cost or 0.0:.1f}",
            )
        )
    return found


def distance_text(distance: int, language: Language) -> str:
    """How far a hand is from complete, in words."""
    if distance == 0:
        return say("explain.complete", language)
    if distance == 1:
        return say("explain.waiting", language)
    return say("explain.distance", language, n=distance)
