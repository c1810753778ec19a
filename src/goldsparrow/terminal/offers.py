"""What the person may do besides discarding, in the order in which it is offered."""

from __future__ import annotations

from typing import Final, NamedTuple

from goldsparrow.game.view import View
from goldsparrow.moves import (
    ADDED_KONG,
    CHOW,
    CONCEALED_KONG,
    DISCARDS,
    GOLD_GAP,
    KONG,
    PASS,
    PONG,
    ROB_GOLD,
    THREE_GOLDS,
    WIN,
    Move,
    move_name,
    move_tile,
    moves_in,
)
from goldsparrow.terminal.faces import Writer
from goldsparrow.terminal.session import Session
from goldsparrow.text import say
from goldsparrow.tiles import HIDDEN, Tile

_ORDER: Final = (WIN, THREE_GOLDS, ROB_GOLD, KONG, PONG)


class Offer(NamedTuple):
    """One choice: its key on the keyboard, its words, and the own tiles that it takes."""

    key: str
    move: Move
    label: str
    uses: tuple[Tile, ...] = ()


def offers(session: Session, writer: Writer) -> list[Offer]:
    """Lists what the person may do now, discards apart; a pass has the key 0 and comes last."""
    moves = session.moves & ~DISCARDS
    ordered = [move for move in _ORDER if moves >> move & 1]
    ordered += [move for move in moves_in(moves) if move not in _ORDER and move != PASS]
    found = [
        Offer(str(number) if number < 10 else "", move, label(session, writer, move), uses)
        for number, move in enumerate(ordered, 1)
        for uses in (own_tiles(session, move),)
    ]
    if moves >> PASS & 1:
        found.append(Offer("0", PASS, say("move.pass", writer.language)))
    return found


def label(session: Session, writer: Writer, move: Move) -> str:
    """Names a move with the meld that it makes, or what it would pay (before the stake)."""
    text = move_word(session, writer, move)
    tile = session.question.tile
    if CHOW <= move < CONCEALED_KONG:
        low = move - CHOW
        return f"{text} {writer.group((low, low + 1, low + 2))}"
    if move in (PONG, KONG):
        return f"{text} {writer.group((tile,) * (3 if move == PONG else 4))}"
    named = move_tile(move)
    if named is not None:
        if CONCEALED_KONG <= move < GOLD_GAP:
            return f"{text} {writer.group((named,) * 4)}"
        return f"{text} {writer.name(named)}"
    # Only a win that is offered has a worth; the page of reasons names others too.
    worth = session.view.worth_of(move) if session.moves >> move & 1 else None
    return text if worth is None else f"{text} {worth:+,}"


def move_word(session: Session, writer: Writer, move: Move) -> str:
    """The word that players say for a move; a win is named by how it is won."""
    family = move_name(move).partition(":")[0]
    if move == WIN:
        kind = session.question.kind
        if kind == "rob_kong":
            family = "rob_kong"
        elif kind == "opening":
            family = "heavenly"
        elif kind == "turn":
            family = "heavenly" if session.view.drawn == HIDDEN else "self_draw"
    return say(f"move.{family}", writer.language)


def own_tiles(session: Session, move: Move) -> tuple[Tile, ...]:
    """The tiles of the hand that a move lays open."""
    tile = session.question.tile
    if CHOW <= move < CONCEALED_KONG:
        low = move - CHOW
        return tuple(part for part in (low, low + 1, low + 2) if part != tile)
    if move in (PONG, KONG):
        return (tile,) * (2 if move == PONG else 3)
    if CONCEALED_KONG <= move < ADDED_KONG:
        return (move - CONCEALED_KONG,) * 4
    if ADDED_KONG <= move < GOLD_GAP:
        return (move - ADDED_KONG,)
    return ()


def hand_row(view: View) -> tuple[list[Tile], Tile]:
    """The own hand as it lies, golds first, and apart from it the tile just drawn, or HIDDEN."""
    tiles = view.hand.tiles()
    drawn = view.drawn
    if drawn not in tiles or len(tiles) % 3 != 2:
        return tiles, HIDDEN
    tiles.remove(drawn)
    return tiles, drawn
