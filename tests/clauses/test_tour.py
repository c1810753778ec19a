"""Tours 游金, 双游, 三游 (L9), and the street's (F25)."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from goldsparrow.events import Discard, mask
from goldsparrow.events import Tour as TourEvent
from goldsparrow.game.deal import Deal
from goldsparrow.game.table import Table
from goldsparrow.moves import PONG, WIN, parse_move
from goldsparrow.rules import rule_set
from goldsparrow.rules.clauses.tour import Levels, Tour, gold_stands_alone
from goldsparrow.tiles import KIND, NAMES, PLAYABLE
from tests.clauses.walls import (
    LONGYAN,
    STREET,
    deal,
    discard,
    legal,
    passing,
    play,
    special,
    won,
)

MELDS = "123p456p789p123s"
"""Four complete melds; with one gold beside them any tile wins."""

UNLOCKED = rule_set("longyan", gold_lock="none")
"""Without the lock of a discarded gold, so that what bars a win is the tour alone."""


def levels(game: Deal) -> list[int]:
    """The referee's levels."""
    return list(game.table.notes["tour"].levels)


def drawn(game: Deal) -> str:
    """The tile just drawn."""
    return NAMES[game.table.drawn]


def touring(level: int, **how: object) -> Deal:
    """Seat 0 deals, and comes to a level: 2 by its first discard, 3 by its second."""
    rules = how.pop("rules", LONGYAN)
    hands = {0: MELDS + "5m" + ("1z" if level == 1 else "5m"), **how.pop("hands", {})}  # type: ignore[dict-item]
    at = {**({3: "5m"} if level == 3 else {}), **how.pop("at", {})}  # type: ignore[dict-item]
    game = deal(rules, hands, "5m", at=at, **how)  # type: ignore[arg-type]
    passing(game)
    discard(game, 0, "1z" if level == 1 else "5m")
    if level == 3:
        for seat in (1, 2, 3):
            discard(game, seat, drawn(game))
        discard(game, 0, "5m")
    assert levels(game)[0] == level
    return game


# --- the table of levels -------------------------------------------------------------------------


def test_a_natural_discard_that_leaves_the_gold_alone_is_a_tour() -> None:
    """L9: any level, not a gold, T: level 1."""
    assert levels(touring(1)) == [1, 0, 0, 0]


def test_a_gold_from_level_0_is_a_double_tour() -> None:
    """L9: level 0, a gold, T: level 2, which is announced."""
    game = touring(2)

    assert TourEvent(0, 2) in game.events
    assert game.events.index(TourEvent(0, 2)) == _last_discard(game) + 1


def _last_discard(game: Deal) -> int:
    return max(
        place
        for place, event in enumerate(game.events)
        if isinstance(event, Discard) and event.seat == 0
    )


def test_a_gold_from_level_1_is_a_double_tour() -> None:
    """L9: level 1, a gold, T: level 2; a meld's gold is freed by the tile just drawn."""
    hands = {0: "12p5m456p789p123s5m1z"}
    game = deal(LONGYAN, hands, "5m", at={3: "3p"})
    passing(game)
    discard(game, 0, "1z")
    assert levels(game)[0] == 1
    for seat in (1, 2, 3):
        discard(game, seat, drawn(game))
    discard(game, 0, "5m")

    assert levels(game)[0] == 2


def test_a_gold_from_level_2_is_a_triple_tour() -> None:
    """L9: level 2, a gold, T: level 3, announced too."""
    game = touring(3)

    assert [event for event in game.events if isinstance(event, TourEvent)] == [
        TourEvent(0, 2),
        TourEvent(0, 3),
    ]


@pytest.mark.parametrize("level", [2, 3])
def test_a_natural_discard_falls_back_to_level_1(level: int) -> None:
    """L9: any level, not a gold, T: level 1, so that the others are free again."""
    place = 3 if level == 2 else 7
    game = touring(level, at={place: "1z"})
    for seat in (1, 2, 3):
        discard(game, seat, drawn(game))
    discard(game, 0, "1z")

    assert levels(game) == [1, 0, 0, 0]


@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_discard_that_breaks_the_shape_ends_the_tour(level: int) -> None:
    """L9: any level, any discard, not T: level 0."""
    place = 7 if level == 3 else 3
    game = touring(level, at={place: "1z"})
    for seat in (1, 2, 3):
        discard(game, seat, drawn(game))
    discard(game, 0, "4p")

    assert levels(game) == [0, 0, 0, 0]


def test_a_gold_that_leaves_none_alone_is_no_tour() -> None:
    """L9: any level, a gold, not T: level 0."""
    game = deal(LONGYAN, {0: MELDS + "5m1z"}, "5m")
    passing(game)
    discard(game, 0, "5m")

    assert levels(game) == [0, 0, 0, 0]
    assert not any(isinstance(event, TourEvent) for event in game.events)


def test_a_dealt_hand_of_that_shape_has_level_0() -> None:
    """L9: its first draw is an ordinary self-draw; after its first discard it tours."""
    game = deal(LONGYAN, {0: "1z", 1: MELDS + "5m"}, "5m")
    passing(game)
    discard(game, 0, "1z")
    assert levels(game)[1] == 0
    other = game.copy()
    play(game, "1 win")
    assert won(game).score.row == "self_draw"

    discard(other, 1, drawn(other))
    assert levels(other)[1] == 1


def test_golds_may_stand_in_the_melds() -> None:
    """L9: other golds serve as wild tiles inside the melds: 12p and a gold are a run."""
    game = deal(LONGYAN, {0: "12p5m456p789p123s5m1z"}, "5m")
    passing(game)
    discard(game, 0, "1z")

    assert levels(game)[0] == 1


def test_white_dragons_stand_in_the_melds() -> None:
    """L9, L3: a white dragon is the gold's face, and no gold that could stand alone."""
    for last, level in (("5m", 1), ("7z", 0)):
        game = deal(LONGYAN, {0: "46m7z456p789p123s" + last + "1z"}, "5m")
        passing(game)
        discard(game, 0, "1z")
        assert levels(game)[0] == level


@pytest.mark.parametrize(
    ("hand", "level"),
    [
        ("1122p3344s5566z5m9s", 1),
        ("1111p3344s5566z5m9s", 1),
        ("1122p3344s556z5m5m9s", 1),
        ("1122p3344s55z7z2m5m9s", 0),
    ],
)
def test_six_pairs_and_a_gold(hand: str, level: int) -> None:
    """L9: thirteen concealed tiles, one gold and six pairs; four alike are two, golds fill."""
    game = deal(LONGYAN, {0: hand}, "5m")
    passing(game)
    discard(game, 0, "9s")

    assert levels(game)[0] == level


def test_open_melds_are_included() -> None:
    """L9: after a pong three concealed melds and the gold are left."""
    game = deal(LONGYAN, {0: "1z", 1: "11z123p456p789p5m9s"}, "5m")
    passing(game)
    play(game, "0 discard:1z", "1 pong", "1 discard:9s")
    passing(game)

    assert levels(game)[1] == 1


def test_the_shape_against_brute_force() -> None:
    """L9: T by its words, on random hands that are nearly of that shape."""
    random = Random(9)
    found = 0
    for _ in range(120):
        melds, rules = random.choice([(4, LONGYAN), (5, STREET)])
        gold = random.randrange(27)
        tiles = _shape(random, melds, gold)
        table = Table(rules)
        hand = table.known_hand(0)
        for tile in tiles:
            hand.add(tile)
        hand.open_gold(gold, hand.faces)
        table.gold = gold
        naturals = tuple(sorted(tile for tile in tiles if tile != gold))
        golds = len(tiles) - len(naturals)
        expected = golds > 0 and _melds(naturals, golds - 1)
        if rules is LONGYAN:
            odd = sum(naturals.count(tile) % 2 for tile in set(naturals))
            expected = expected or golds > odd

        assert gold_stands_alone(table, 0) is expected, (tiles, gold)
        found += expected
    assert 30 < found < 100


_FEW = set(range(27))


def _shape(random: Random, melds: int, gold: int) -> list[int]:
    """Melds with golds among them, and a last tile that may be gold; now and then spoilt."""
    left = [4] * PLAYABLE
    left[gold] = 3
    tiles: list[int] = []
    while len(tiles) < 3 * melds:
        low = random.randrange(27)
        group = [low, low + 1, low + 2] if low % 9 < 7 and random.random() < 0.6 else [low] * 3
        if all(left[tile] >= group.count(tile) for tile in group):
            tiles += group
            for tile in group:
                left[tile] -= 1
    for place in random.sample(range(len(tiles)), random.randint(0, 2)):
        if left[gold]:
            left[gold] -= 1
            tiles[place] = gold
    last = gold if left[gold] and random.random() < 0.8 else min(_FEW - set(tiles))
    spoilt = random.randrange(27)
    if random.random() < 0.2 and tiles.count(spoilt) < 3:
        tiles[0] = spoilt
    return [*tiles, last]


@cache
def _melds(tiles: tuple[int, ...], golds: int) -> bool:
    """Whether tiles and golds are melds and nothing else, tried one group after the other."""
    if not tiles:
        return golds % 3 == 0
    first = tiles[0]
    groups = [(first, first, first)]
    if first < 27:
        groups += [
            (low, low + 1, low + 2)
            for low in range(first - 2, first + 1)
            if low >= 0 and low // 9 == first // 9 == (low + 2) // 9
        ]
    for group in groups:
        # A gold may also stand where a natural tile is held.
        for bits in range(8):
            natural = [tile for place, tile in enumerate(group) if bits >> place & 1]
            rest = list(tiles)
            if first not in natural or 3 - len(natural) > golds:
                continue
            try:
                for tile in natural:
                    rest.remove(tile)
            except ValueError:
                continue
            if _melds(tuple(rest), golds - 3 + len(natural)):
                return True
    return False


# --- winning with a level ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "row", "paid"),
    [
        (1, "tour", (24, -8, -8, -8)),
        (2, "double_tour", (48, -16, -16, -16)),
        (3, "triple_tour", (96, -32, -32, -32)),
    ],
)
def test_the_next_own_draw_wins_with_the_level(level: int, row: str, paid: tuple[int, ...]) -> None:
    """L9, L15: 4, 8 and 16 points, doubled for the dealer, by whatever tile is drawn."""
    game = touring(level)
    for seat in (1, 2, 3):
        discard(game, seat, drawn(game))
    play(game, "0 win")

    assert won(game).score.row == row
    assert won(game).score.payments == paid


def test_the_page_example_of_another_seat() -> None:
    """L15: a tour by seat 1: -8, +16, -4, -4; with `tour_points: 5` 5, 10 and 20."""
    for points in (4, 5):
        rules = rule_set("longyan", tour_points=points)
        game = deal(rules, {0: "1z", 1: MELDS + "5m"}, "5m", at={0: "2z"})
        passing(game)
        discard(game, 0, "1z")
        for seat in (1, 2, 3, 0):
            discard(game, seat, drawn(game))
        play(game, "1 win")

        assert won(game).score.payments == (-2 * points, 4 * points, -points, -points)


def test_a_flowers_replacement_wins_with_the_level() -> None:
    """L9: replacements included."""
    game = touring(1, at={3: "1f"})
    for seat in (1, 2, 3):
        discard(game, seat, drawn(game))
    play(game, "0 win")

    assert won(game).score.row == "tour"


def test_a_kong_keeps_the_level() -> None:
    """L9, ruling 23: a kong by that player leaves the level; its replacement wins the tour."""
    game = deal(LONGYAN, {0: "111z456p789p123s5m9s"}, "5m", at={3: "1z"})
    passing(game)
    discard(game, 0, "9s")
    for seat in (1, 2, 3):
        discard(game, seat, drawn(game))
    play(game, "0 concealed_kong:1z")
    assert levels(game)[0] == 1
    play(game, "0 win")

    assert won(game).score.row == "tour"


def test_a_pong_keeps_the_level_until_the_discard() -> None:
    """L9: after the pong nothing has changed yet; the discard decides."""
    hands = {0: "111z456p789p123s5m9s", 2: "1z"}
    game = deal(LONGYAN, hands, "5m", at={0: "2z"})
    passing(game)
    discard(game, 0, "9s")
    discard(game, 1, "2z")
    play(game, "2 discard:1z", "0 pong")
    assert levels(game)[0] == 1
    discard(game, 0, "1z")

    # The east wind's pong, three melds and the gold: it tours on.
    assert levels(game)[0] == 1


def test_level_1_wins_on_a_discard_as_an_ordinary_win() -> None:
    """L9, L15: 1 point and the discarder's 1, no tour."""
    game = touring(1)
    play(game, f"1 discard:{drawn(game)}", "0 win")

    assert won(game).score.row == "discard"
    assert won(game).score.payments == (7, -3, -2, -2)


def test_three_golds_on_tour_pay_as_the_tour() -> None:
    """L9, L15, C13, ruling 32: three golds declared on tour are paid the dearer row."""
    rules = rule_set("longyan", tour_points=5)
    hands = {0: "12p5m456p789p123s5m1z"}
    game = deal(rules, hands, "5m", at={3: "5m"})
    passing(game)
    discard(game, 0, "1z")
    for seat in (1, 2, 3):
        discard(game, seat, drawn(game))
    play(game, "0 three_golds")

    assert won(game).score.row == "tour"
    assert won(game).score.payments == (30, -10, -10, -10)


def test_a_player_may_play_on() -> None:
    """L9: nobody is made to win; discarding the gold drawn climbs while T stays true."""
    game = touring(2, at={3: "5m"})
    for seat in (1, 2, 3):
        discard(game, seat, drawn(game))

    assert {"win", "discard:5m"} <= legal(game, 0)


# --- what binds the others -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "pong", "win"), [(1, True, True), (2, False, False), (3, False, False)]
)
def test_claims_of_the_others(level: int, pong: bool, win: bool) -> None:
    """L9: level 1 binds nobody; from level 2 on no pong, no kong of a discard, no discard win."""
    place = 4 if level == 3 else 0
    hands = {2: "555s", 3: "1z"}
    game = touring(level, rules=UNLOCKED, hands=hands, at={place: "5s"})
    play(game, "1 discard:5s")
    assert {"pong", "kong"} & legal(game, 2) == ({"pong", "kong"} if pong else set())

    game = touring(level, rules=UNLOCKED, hands={3: "123m44m789m46s999s"}, at={place: "5s"})
    play(game, "1 discard:5s")
    assert ("win" in legal(game, 3)) is win
    if not win:
        assert game.refusal(3, parse_move("win")) in {"tour", "not_your_turn"}


def test_the_refusal_names_the_tour() -> None:
    """L9: whoever asks why it may not pong is told of the tour."""
    game = touring(2, rules=UNLOCKED, hands={2: "55s", 0: MELDS + "5m5m"}, at={0: "5s"})
    play(game, "1 discard:5s")
    # The touring seat itself may take it, so that the discard is still in question.
    assert set(game.waiting) == {0}
    assert game.refusal(2, parse_move("pong")) == "tour"


def test_the_touring_seat_is_not_bound() -> None:
    """L9: it claims and wins as ever."""
    game = touring(2, at={0: "5s"})
    play(game, "1 discard:5s")

    assert "win" in legal(game, 0)


@pytest.mark.parametrize("level", [2, 3])
def test_own_kongs_of_the_others(level: int) -> None:
    """L9: the others may declare concealed and added kongs at both levels."""
    place = 4 if level == 3 else 0
    game = touring(level, hands={1: "555s"}, at={place: "5s"})

    assert "concealed_kong:5s" in legal(game, 1)


@pytest.mark.parametrize(("level", "may"), [(2, True), (3, False)])
def test_self_draws_of_the_others(level: int, may: bool) -> None:
    """L9: at level 2 the others win by self-draw, at level 3 they do not, and are told why."""
    place = 4 if level == 3 else 0
    game = touring(level, hands={1: "123m44m789m46s999s"}, at={place: "5s"})

    assert ("win" in legal(game, 1)) is may
    assert game.refusal(1, parse_move("win")) == (None if may else "tour")


def test_a_kongs_replacement_wins_at_level_3() -> None:
    """L9 杠上开: the others' self-draw wins on a kong's replacement tile, paid as a self-draw."""
    hands = {1: "111z123m789m46s99s"}
    game = touring(3, hands=hands, at={4: "1z", 5: "5s"})
    assert "win" not in legal(game, 1)
    play(game, "1 concealed_kong:1z", "1 win")

    assert won(game).score.row == "self_draw"


def test_a_flowers_replacement_does_not_win_at_level_3() -> None:
    """L9: only a kong's."""
    game = touring(3, hands={1: "123m44m789m46s999s"}, at={4: "1f", 5: "5s"})
    assert drawn(game) == "5s"

    assert "win" not in legal(game, 1)


def test_a_kongs_flower_replaced_still_blooms_at_level_3() -> None:
    """L9, F12: a flower drawn for the kong and replaced is still the kong's replacement."""
    hands = {1: "111z123m789m46s99s"}
    game = touring(3, hands=hands, at={4: "1z", 5: "1f", 6: "5s"})
    play(game, "1 concealed_kong:1z")

    assert "win" in legal(game, 1)


@pytest.mark.parametrize("tours", [True, False])
def test_no_kong_is_robbed_at_level_2(tours: bool) -> None:
    """L9: no robbing; without the double tour the same hand robs."""
    hands = {0: "123s456s789s123m5m5p", 1: "55p9p", 3: "111m222m333m46p99m"}
    game = deal(UNLOCKED, hands, "5m", at={2: "5m", 3: "5p"})
    passing(game)
    play(game, "0 discard:5p", "1 pong", "1 discard:9p")
    passing(game)
    for seat in (2, 3):
        discard(game, seat, drawn(game))
    if tours:
        discard(game, 0, "5m")
        assert levels(game)[0] == 2
    else:
        discard(game, 0, "1s")
        assert levels(game)[0] == 1
    play(game, "1 added_kong:5p")

    assert ("win" in legal(game, 3)) is not tours


def test_the_bond_ends_with_the_next_own_discard() -> None:
    """L9: until that player's next own discard."""
    game = touring(2, rules=UNLOCKED, hands={2: "55s"}, at={3: "1z", 4: "5s"})
    for seat in (1, 2, 3):
        discard(game, seat, drawn(game))
    discard(game, 0, "1z")
    play(game, "1 discard:5s")

    assert "pong" in legal(game, 2)


def test_claims_may_be_left_at_level_2() -> None:
    """L9: `double_tour_claims: true`: pong, kong, discard win and robbing stay at level 2."""
    rules = rule_set("longyan", gold_lock="none", double_tour_claims=True)
    game = touring(2, rules=rules, hands={2: "555s", 3: "123m44m789m46s999s"}, at={0: "5s"})
    play(game, "1 discard:5s")

    assert {"pong", "kong"} <= legal(game, 2)
    assert "win" in legal(game, 3)


def test_only_a_kongs_replacement_wins_at_level_3_whatever_may_be_claimed() -> None:
    """L9, ruling 25: with claims left, pongs and kongs stay at level 3, discard wins do not."""
    rules = rule_set("longyan", gold_lock="none", double_tour_claims=True)
    game = touring(3, rules=rules, hands={2: "555s", 3: "123m44m789m46s999s"}, at={4: "5s"})
    play(game, "1 discard:5s")

    assert {"pong", "kong"} <= legal(game, 2)
    assert "win" not in legal(game, 3)


def test_the_strictest_of_several_tours_holds() -> None:
    """L9: each seat is bound by the strictest of the others' levels, never by its own."""
    clause = Tour()
    game = touring(1)
    moves = 1 << WIN | 1 << PONG
    note = Levels([0, 2, 3, 1])
    game.table.live = KIND["1z"]

    assert clause.limit(note, game.table, 0, moves) == 0
    assert clause.limit(note, game.table, 2, moves) == 0
    assert clause.limit(Levels([0, 2, 0, 1]), game.table, 1, moves) == moves
    game.table.live = -1
    game.table.turn = 2
    assert clause.limit(note, game.table, 2, moves) == moves
    game.table.turn = 1
    assert clause.limit(note, game.table, 1, moves) == 1 << PONG


def test_a_single_and_a_double_tour_at_once() -> None:
    """L9: seat 1 tours beside the double tour of seat 0: it wins its own draw with its level."""
    game = touring(2, hands={1: "111s222s333s444s5m"})
    discard(game, 1, drawn(game))
    assert levels(game) == [2, 1, 0, 0]
    assert special(game, 0) == set()
    for seat in (2, 3, 0):
        throws = drawn(game)
        discard(game, seat, throws)
    play(game, "1 win")

    assert won(game).score.row == "tour"


# --- who knows what ------------------------------------------------------------------------------


def test_level_1_is_private() -> None:
    """L9: nobody else, and no watcher, can tell from events, notes or views that a seat tours."""
    game = touring(1)

    assert not any(isinstance(event, TourEvent) for event in game.events)
    for seat in (0, 1, 2, 3, None):
        table = Table(LONGYAN, () if seat is None else (seat,))
        for event in game.events:
            table.apply(mask(event, seat))
        expected = [1 if seat == 0 else 0, 0, 0, 0]
        assert game.view(seat).note("tour").levels == expected
        assert table.notes["tour"].levels == expected


@pytest.mark.parametrize("level", [2, 3])
def test_levels_2_and_3_are_public(level: int) -> None:
    """L9: they bind the others, so that an event announces them to everyone."""
    game = touring(level)

    for seat in (0, 1, 2, 3, None):
        table = Table(LONGYAN, () if seat is None else (seat,))
        for event in game.events:
            table.apply(mask(event, seat))
        assert table.notes["tour"].levels == [level, 0, 0, 0]


# --- the street ----------------------------------------------------------------------------------

FIVE = "123p456p789p123s456s"
"""Five complete melds."""


def street(level: int, **options: object) -> Deal:
    """As `touring`, with 17 tiles."""
    rules = rule_set("fuzhou-street", **options)
    hands = {0: FIVE + "5m" + ("1z" if level == 1 else "5m")}
    game = deal(rules, hands, "5m", at={3: "5m"} if level == 3 else {})
    passing(game)
    discard(game, 0, "1z" if level == 1 else "5m")
    if level == 3:
        for seat in (1, 2, 3):
            discard(game, seat, drawn(game))
        discard(game, 0, "5m")
    return game


@pytest.mark.parametrize(("level", "times"), [(1, 4), (2, 8), (3, 16)])
def test_street_tours(level: int, times: int) -> None:
    """F25, F24: one gold and five melds; (5 + 1 gold) x 4, 8, 16 from each."""
    game = street(level)
    assert levels(game) == [level, 0, 0, 0]
    for seat in (1, 2, 3):
        discard(game, seat, drawn(game))
    # Seat 0 draws some tile; where it were a gold, that would count one more.
    golds = game.table.known_hand(0).golds
    play(game, "0 win")

    assert won(game).score.payments == (
        3 * (5 + golds) * times,
        *[-(5 + golds) * times] * 3,
    )


def test_street_tours_know_no_pairs() -> None:
    """F25, ruling 30: pairs and a gold are no tour, even where eight pairs are allowed."""
    for eight_pairs in (False, True):
        rules = rule_set("fuzhou-street", eight_pairs=eight_pairs)
        game = deal(rules, {0: "1122p3344s55667z7z5m9s9m"}, "5m")
        passing(game)
        discard(game, 0, "9m")
        assert levels(game)[0] == 0


def test_the_gold_may_be_robbed_in_a_double_tour() -> None:
    """F25, F7, ruling 26: robbing the gold is a self-draw, which a double tour leaves."""
    hands = {0: FIVE + "5m5m", 2: "111m222m333m444m9m78s9m"}
    game = deal(STREET, hands, "5m")
    passing(game)
    play(game, "0 discard:5m")

    assert levels(game)[0] == 2
    assert "rob_gold" in legal(game, 2)


def test_three_golds_on_a_street_tour() -> None:
    """F24, F25: declaring three golds while touring pays the tour's four times, not two."""
    hands = {0: "12p5m456p789p123s456s5m1z"}
    game = deal(STREET, hands, "5m", at={3: "5m"})
    passing(game)
    discard(game, 0, "1z")
    for seat in (1, 2, 3):
        discard(game, seat, drawn(game))
    play(game, "0 three_golds")

    assert won(game).score.row == "tour"
    assert won(game).score.payments == (96, -32, -32, -32)


def test_what_a_tour_bars_is_not_passed() -> None:
    """F14, F25, ruling 29: a win that a double tour bars is not passed, and locks nothing."""
    for level, locked in ((2, False), (1, True)):
        rules = rule_set("fuzhou-street", pass_locks_win="until_next_draw")
        hands = {
            0: FIVE + "5m" + ("5m" if level == 2 else "1z"),
            3: "789m789m789m46s999s9p9p",
        }
        game = deal(rules, hands, "5m", at={0: "5s"})
        passing(game)
        discard(game, 0, "5m" if level == 2 else "1z")
        discard(game, 1, "5s")

        assert levels(game)[0] == level
        assert game.table.passed_win[3] is locked
