"""A win as JSON: what is read, and how everything that cannot be is refused."""

from __future__ import annotations

import copy
import json
import re
from typing import Any

import pytest

from goldsparrow.errors import GoldSparrowError
from goldsparrow.melds import Meld
from goldsparrow.rules.case import CaseError, parse_object, read_case
from goldsparrow.rules.clauses.gold_gap import gap_pairs
from goldsparrow.text import catalogue
from goldsparrow.tiles import KIND

GOOD: dict[str, Any] = {
    "rules": "fuzhou-ourgame",
    "options": {"discard_payment": "discarder"},
    "gold": "9s",
    "hand": "123456m 12p 55s",
    "melds": [
        {"kind": "kong", "tiles": "7777m", "concealed": True},
        {"kind": "chow", "tiles": "123s"},
    ],
    "flowers": "1111z 1f 3f",
    "win": {"tile": "3p", "by": "discard"},
    "winner": 1,
    "dealer": 0,
    "streak": 3,
    "from": 2,
}
RUNS = "123456789m 123p 45p 55s"


def changed(**changes: Any) -> dict[str, Any]:
    """Returns the good case with some keys changed; a name like `win__by` goes one level down."""
    value = copy.deepcopy(GOOD)
    for name, new in changes.items():
        first, _, second = name.strip("_").partition("__")
        target = value if not second else value[first]
        if new is ...:
            del target[second or first]
        else:
            target[second or first] = new
    return value


def test_a_case() -> None:
    """All that a case says arrives in the facts; the winning tile joins the hand."""
    read = read_case(GOOD)
    facts = read.facts
    assert read.rules.options["discard_payment"] == "discarder"
    assert facts.melds == (Meld("kong", KIND["7m"], concealed=True), Meld("chow", KIND["1s"]))
    assert facts.concealed[-1] == facts.tile == KIND["3p"]
    assert len(facts.concealed) == 11
    assert len(facts.flowers) == 6
    assert (facts.winner, facts.dealer, facts.streak, facts.source) == (1, 0, 3, 2)


def test_what_may_be_left_out() -> None:
    """Flowers, melds, options, dealer, streak; nulls are as if left out; any notation is read."""
    value = {
        "gold": "九条",
        "hand": "一二三四五六七八九万 一二三饼 四五饼 五五条",
        "win": {"tile": "六饼", "by": "self_draw", "tour": None},
        "winner": 1,
        "from": None,
        "expect": {"ok": True},
    }
    facts = read_case(value, key="fuzhou-classic").facts
    assert (facts.dealer, facts.streak, facts.flowers, facts.melds) == (0, 0, (), ())


def test_options_of_the_line_come_first() -> None:
    """Options given for all lines apply where the line does not say otherwise."""
    options = {"discard_payment": "all", "base": "7"}
    rules = read_case(GOOD, options=options).rules
    assert rules.options["discard_payment"] == "discarder"
    assert rules.options["base"] == 7


@pytest.mark.parametrize(
    ("changes", "quoted"),
    [
        ({"rules": ...}, "no 'rules'"),
        ({"rules": 5}, "5"),
        ({"rules": "fuzhou"}, "'fuzhou'"),
        ({"options": []}, "[]"),
        ({"options": {"tour_points": 4}}, "'tour_points'"),
        ({"options": {"base": "many"}}, "'many'"),
        ({"colour": "red"}, "'colour'"),
        ({"gold": ...}, "no 'gold'"),
        ({"gold": ""}, "''"),
        ({"gold": "99s"}, "'99s'"),
        ({"gold": "1z"}, "'1z'"),
        ({"gold": "?"}, "'?'"),
        ({"hand": ...}, "no 'hand'"),
        ({"hand": 17}, "17"),
        ({"hand": ["1m"]}, "['1m']"),
        ({"hand": "123456m 12p 5s"}, "9 tiles"),
        ({"hand": "123456m 12p 555s"}, "11 tiles"),
        ({"hand": "123456m 12p 5s 1z"}, "'1z'"),
        ({"hand": "123456m 12p 5s ?"}, "hidden"),
        ({"hand": "123456m 12p 5x"}, "'5'"),
        ({"hand": "123456m 12p 0s"}, "'0'"),
        ({"hand": "1m" * 600}, "1200 characters"),
        ({"hand": "777123m 12p 55s"}, "'7m'"),
        ({"hand": "123m 99s 9s 55s 12p", "win__tile": "9s", "win__by": "self_draw"}, "9s"),
        ({"melds": {}}, "{}"),
        ({"melds": ["777m"]}, "'777m'"),
        ({"melds": [{"kind": "pong", "tiles": "111p"}] * 6}, "6 melds"),
        ({"melds": [{"kind": "pung", "tiles": "111p"}]}, "'pung'"),
        ({"melds": [{"tiles": "111p"}]}, "no 'kind'"),
        ({"melds": [{"kind": "pong"}]}, "no 'tiles'"),
        ({"melds": [{"kind": "pong", "tiles": "11p"}]}, "2 tiles"),
        ({"melds": [{"kind": "pong", "tiles": "112p"}]}, "'112p'"),
        ({"melds": [{"kind": "pong", "tiles": "111z"}]}, "flowers"),
        ({"melds": [{"kind": "pong", "tiles": "999s"}]}, "'9s'"),
        ({"melds": [{"kind": "chow", "tiles": "789s"}]}, "'9s'"),
        ({"melds": [{"kind": "chow", "tiles": "124m"}]}, "'124m'"),
        ({"melds": [{"kind": "chow", "tiles": "89m1p"}]}, "'89m1p'"),
        ({"melds": [{"kind": "kong", "tiles": "1111p"}]}, "no 'concealed'"),
        ({"melds": [{"kind": "kong", "tiles": "1111p", "concealed": "yes"}]}, "'yes'"),
        ({"melds": [{"kind": "kong", "tiles": "1111p", "concealed": None}]}, "'1111p' is null"),
        ({"melds": [{"kind": "pong", "tiles": "111p", "concealed": True}]}, "true"),
        ({"melds": [{"kind": "pong", "tiles": "111p", "from": 1}]}, "'from'"),
        ({"flowers": "1m"}, "'1m'"),
        ({"flowers": "9f"}, "'9f'"),
        ({"flowers": "1f1f"}, "'1f'"),
        ({"flowers": "11111z"}, "'1z'"),
        ({"flowers": 6}, "6"),
        ({"win": ...}, "no 'win'"),
        ({"win": "self_draw"}, "'self_draw'"),
        ({"win": {"tile": "3p"}}, "no 'by'"),
        ({"win__by": "luck"}, "'luck'"),
        ({"win__by": ["discard"]}, "['discard']"),
        ({"win__tile": ...}, "no 'tile'"),
        ({"win__tile": "33p"}, "'33p'"),
        ({"win__tile": "1f"}, "'1f'"),
        ({"win__score": 5}, "'score'"),
        ({"win__tour": 1}, "'tour'"),
        ({"win__fifth_last": True}, "'fifth_last'"),
        ({"win__gold_gap": True}, "'gold_gap'"),
        ({"win__kong_bloom": True}, "'kong_bloom'"),
        ({"win__gold_gap": 1}, "1"),
        ({"winner": ...}, "no 'winner'"),
        ({"winner": None}, "'winner' is null"),
        ({"rules": None}, "'rules' is null"),
        ({"gold": None}, "'gold' is null"),
        ({"hand": None}, "'hand' is null"),
        ({"win": None}, "'win' is null"),
        ({"win__by": None}, "'by' is null"),
        ({"win__tile": None}, "'tile' in a win by 'discard' is null"),
        ({"from": None}, "'from' in a win by 'discard' is null"),
        ({"winner": 4}, "4"),
        ({"winner": -1}, "-1"),
        ({"winner": True}, "true"),
        ({"winner": 1.0}, "1.0"),
        ({"winner": "1"}, "'1'"),
        ({"dealer": 9}, "9"),
        ({"streak": -1}, "-1"),
        ({"streak": 10**40}, "1000"),
        ({"from": 1}, "1"),
        ({"from": 4}, "4"),
        ({"from": ...}, "no 'from'"),
    ],
)
def test_what_cannot_be(changes: dict[str, Any], quoted: str) -> None:
    """Each fault is one error of one line that quotes the value and says what is expected."""
    with pytest.raises(GoldSparrowError) as caught:
        read_case(changed(**changes))
    message = str(caught.value)
    assert quoted in message
    assert "expected" in message
    assert "\n" not in message
    assert len(message) < 700


def opening(by: str, hand: str, **more: Any) -> dict[str, Any]:
    """Makes the case of an opening win by seat 1."""
    win = {"by": by, **more.pop("win", {})}
    return {"rules": "fuzhou-ourgame", "gold": "9s", "hand": hand, "win": win, "winner": 1, **more}


@pytest.mark.parametrize(
    ("value", "quoted"),
    [
        (opening("heavenly", f"{RUNS} 6p"), "seat 1"),
        (opening("heavenly", RUNS, dealer=1), "16 tiles"),
        (opening("heavenly", f"{RUNS} 6p", dealer=1, win={"tile": "7p"}), "'7p'"),
        (opening("heavenly", f"{RUNS} 6p", dealer=1, rules="longyan"), "17 tiles"),
        (opening("heavenly", "1m", dealer=1, melds=GOOD["melds"]), "2 melds"),
        (opening("rob_gold", f"{RUNS} 6p"), "17 tiles"),
        (opening("rob_gold", f"{RUNS} 6p", dealer=1), "17 tiles"),
        (opening("rob_gold", RUNS, win={"tile": "6p"}), "'6p'"),
        (opening("rob_gold", "123456m 12p 55s", melds=GOOD["melds"]), "2 melds"),
        (opening("rob_gold", "123456789m 55s 9999s 1p"), "'9s'"),
        (opening("three_golds", "123456789m 1234p 999s", dealer=1), "16 tiles"),
        (opening("three_golds", "123456789m 1234p 99s"), "15 tiles"),
        (opening("three_golds", "123456789m 1234p 9999s"), "'9s'"),
        (opening("rob_gold", RUNS, rules="fuzhou-street", win={"tour": 1}), "'tour'"),
        (opening("rob_gold", RUNS, rules="fuzhou-street", win={"tour": 4}), "4"),
        (opening("rob_gold", RUNS, rules="fuzhou-street", win={"tour": True}), "true"),
        (opening("rob_gold", RUNS, rules="fuzhou-street", win={"tour": [1]}), "[1]"),
    ],
)
def test_opening_wins_that_cannot_be(value: dict[str, Any], quoted: str) -> None:
    """F5-F7, L9: who can win before the first discard, with how many tiles."""
    with pytest.raises(GoldSparrowError) as caught:
        read_case(value)
    assert quoted in str(caught.value)


def test_opening_wins() -> None:
    """F5-F7: the sizes of opening hands; a dealer's concealed kong does not close the robbery."""
    assert (
        read_case(opening("heavenly", f"{RUNS} 6p", dealer=1, win={"tile": "6p"})).facts.tile
        is None
    )
    robbed = read_case(opening("rob_gold", RUNS, win={"tile": "9s"})).facts
    assert robbed.concealed.count(robbed.gold) == 1
    kong = [{"kind": "kong", "tiles": "1111m", "concealed": True}]
    assert read_case(opening("rob_gold", "23456789m 123p 5s 5s", dealer=1, melds=kong))
    assert read_case(opening("three_golds", "123456789m 1234p 999s", win={"tile": "9s"}))
    assert read_case(opening("three_golds", "123456789m 12345p 999s"))


def test_no_chow_in_longyan() -> None:
    """L7: a chow is refused under Longyan."""
    value = {
        "rules": "longyan",
        "gold": "9s",
        "hand": "123456m 12p 55s",
        "melds": [{"kind": "chow", "tiles": "123s"}],
        "win": {"by": "self_draw", "tile": "3p"},
        "winner": 0,
    }
    with pytest.raises(GoldSparrowError, match="chow '123s' under 'longyan'"):
        read_case(value)


def test_a_self_draw_may_name_a_seat() -> None:
    """The seat that a tile came from means nothing for a self-draw."""
    assert read_case(changed(win__by="self_draw")).facts.source is None


def gap(hand: str, gold: str, options: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """Makes the case of a declared gold gap."""
    return {
        "rules": "sanming",
        "options": options or {},
        "gold": gold,
        "hand": hand,
        "win": {"by": "self_draw", "tile": gold, "gold_gap": True, **more},
        "winner": 0,
    }


@pytest.mark.parametrize(
    ("value", "quoted"),
    [
        (gap("123456789m 123p 44s 55p", "5s"), "'5s'"),
        (gap("123456789m 123p 4s 5s 55p", "5s"), "'5s'"),
        (gap("123456789m 123p 12s 55p", "3s"), "'3s'"),
        (gap("123456789m 123p 23s 55p", "1s", {"gold_gap_edge": True}), "'1s'"),
        (gap("123456789m 123p 46s 55p", "5s", by="discard"), "no 'from'"),
        (gap("123456789m 123p 46s 55p", "5s", tile="4s"), "'4s'"),
    ],
)
def test_gold_gaps_that_cannot_be(value: dict[str, Any], quoted: str) -> None:
    """S7: no gold in the hand, complete but for the gold between its neighbours, drawn."""
    with pytest.raises(GoldSparrowError) as caught:
        read_case(value)
    assert quoted in str(caught.value)


def test_gold_gaps() -> None:
    """S7: gaps of ranks 2 to 8, and by option 1-2 for the 3 and 8-9 for the 7."""
    assert "gold_gap" in read_case(gap("123456789m 123p 46s 55p", "5s")).facts.marks
    edge = {"gold_gap_edge": True}
    assert "gold_gap" in read_case(gap("123456789m 123p 12s 55p", "3s", edge)).facts.marks
    assert [gap_pairs(KIND[name]) for name in ("1m", "9p", "3z", "2m")] == [[], [], [], [(0, 2)]]
    assert gap_pairs(KIND["7p"], edge=True) == [(14, 16), (16, 17)]


def test_marks_that_an_option_switched_off() -> None:
    """S5: without the liability the fifth-last tile is an ordinary one."""
    value = changed(rules="sanming", win__fifth_last=True, options={"fifth_last_liability": False})
    assert read_case(value).facts.marks == frozenset()


def _on_the_fifth_last(by: str) -> dict[str, Any]:
    hand = f"{RUNS} 6p" if by in {"heavenly", "three_golds"} else RUNS
    tile = {"tile": "6p"} if by in {"self_draw", "rob_kong"} else {}
    value = opening(by, hand, rules="sanming", dealer=1, win=tile, **{"from": 2})
    assert read_case(value)
    value["win"]["fifth_last"] = True
    return value


@pytest.mark.parametrize("by", ["rob_kong", "heavenly", "rob_gold"])
def test_the_fifth_last_tile_is_won_on_a_discard_only(by: str) -> None:
    """S5: it binds who discards after it; there is no kong to rob."""
    with pytest.raises(GoldSparrowError, match=f"'fifth_last' in a win by '{by}'; expected"):
        read_case(_on_the_fifth_last(by))


@pytest.mark.parametrize("by", ["self_draw", "three_golds"])
def test_nobody_is_liable_for_a_draw(by: str) -> None:
    """S5: whoever draws the fifth-last tile may win by it, as by any other."""
    assert read_case(_on_the_fifth_last(by)).facts.marks == frozenset()


def test_forms_without_a_win() -> None:
    """A waiting hand lacks its winning tile; a whole one holds it."""
    bare = {"rules": "fuzhou-ourgame", "gold": "9s", "hand": RUNS}
    waiting = read_case(bare, form="waiting").facts
    assert (len(waiting.concealed), waiting.tile) == (16, None)
    whole = read_case({**bare, "hand": f"{RUNS} 6p"}, form="whole").facts
    assert len(whole.concealed) == 17
    with pytest.raises(GoldSparrowError, match="17 tiles"):
        read_case({**bare, "hand": f"{RUNS} 6p"}, form="waiting")
    with pytest.raises(GoldSparrowError, match="16 tiles"):
        read_case(bare, form="whole")


@pytest.mark.parametrize("by", ["heavenly", "three_golds", "rob_gold"])
def test_a_waiting_hand_lacks_a_tile_whatever_win_it_names(by: str) -> None:
    """C4, F7: a hand that waits has 16 tiles and no indicator among them, however it might win."""
    read = read_case(opening(by, RUNS, dealer=1), form="waiting").facts
    assert (len(read.concealed), read.tile) == (16, None)
    with pytest.raises(GoldSparrowError, match=r"17 tiles; expected 16$"):
        read_case(opening(by, f"{RUNS} 6p", dealer=1), form="waiting")
    with pytest.raises(GoldSparrowError, match="'9s': 5"):
        read_case(opening(by, "123456789m 123p 9999s", dealer=1), form="waiting")


def test_where_a_waiting_hands_discard_would_come_from() -> None:
    """L15: the seat under `from` means something to a hand that waits, also without a win."""
    bare = {"rules": "longyan", "gold": "9s", "hand": "123456789m 12p 55s", "winner": 1}
    assert read_case({**bare, "from": 0}, form="waiting").facts.source == 0
    assert read_case({**bare, "from": 1}, form="waiting").facts.source is None


@pytest.mark.parametrize(
    ("line", "quoted"),
    [
        (b"", "no JSON"),
        (b"[1, 2]", "'[1, 2]'"),
        (b'"hand"', "hand"),
        (b"null", "'null'"),
        (b"{", "'{'"),
        (b'{"hand": "1m", "hand": "2m"}', "'hand'"),
        (b'{"win": {"by": "discard", "by": "self_draw"}}', "'by'"),
        (b'{"winner": NaN}', "NaN"),
        (b'{"winner": -Infinity}', "Infinity"),
        (b'{"winner": 1e999}', "no 'rules'"),
        (b'{"winner": ' + b"9" * 5000 + b"}", "a number of 5000 characters: 9999"),
        (b'{"winner": -' + b"9" * 500 + b"}", "a number of 501 characters"),
        (b"[" * 60000, "nested too deep"),
        (b'{"colour": ' + b"[" * 30000 + b"]" * 30000 + b"}", "nested too deep"),
        (b'{"winner": ' + b"[" * 300 + b"]" * 300 + b"}", "nested too deep"),
        (b'{"options": {"base": ' + b'{"a":' * 20 + b"1" + b"}" * 22, "nested too deep"),
        (b'{"hand": "\xff"}', "not UTF-8"),
        (b"\x00\x01", "no JSON"),
        (b'{"hand": "\\ud800"}', "no 'rules'"),
        (b'{"rules": "\\ud800"}', "ud800"),
        (b'{"a": 1} {"b": 2}', "no JSON"),
    ],
)
def test_lines_that_are_no_object(line: bytes, quoted: str) -> None:
    """What is no JSON object is quoted, in one short line that can be printed."""
    with pytest.raises(GoldSparrowError) as caught:
        read_case(parse_object(line))
    message = str(caught.value)
    assert quoted in message
    assert "Error" not in message
    assert "expected" in message
    assert "\n" not in message
    assert len(message) < 400
    assert message.encode()


def test_a_good_line() -> None:
    """A line and its object are the same case."""
    assert read_case(parse_object(json.dumps(GOOD))) == read_case(GOOD)


LONGYAN: dict[str, Any] = {
    "rules": "longyan",
    "gold": "9s",
    "hand": "123456m 123p 45p 55s",
    "win": {"tile": "6p", "by": "self_draw"},
    "winner": 1,
}
SANMING = LONGYAN | {"rules": "sanming", "hand": RUNS}
PONG = {"kind": "pong", "tiles": "777m"}
IN_WORDS: dict[str, tuple[dict[str, Any], str]] = {
    "copies": (SANMING | {"hand": "1111m 1m 56789m 123p 45p 5s"}, "5 tiles are 1 of characters"),
    "fifth_last": (
        SANMING | {"win": {"tile": "6p", "by": "rob_kong", "fifth_last": True}, "from": 2},
        "on a discard only",
    ),
    "flower_in_hand": (SANMING | {"hand": "1z" + RUNS[1:]}, "east wind is a flower"),
    "flower_wins": (SANMING | {"win": {"tile": "5z", "by": "self_draw"}}, "red dragon is a flower"),
    "gold_gap_by": (
        SANMING | {"win": {"tile": "6p", "by": "self_draw", "gold_gap": True}},
        "drawing the gold itself",
    ),
    "gold_gap_golds": (
        SANMING
        | {
            "hand": "123456789m 123p 8s 9s 55s",
            "win": {"tile": "9s", "by": "self_draw", "gold_gap": True},
        },
        "holds no gold",
    ),
    "gold_gap_hand": (
        SANMING | {"win": {"tile": "9s", "by": "self_draw", "gold_gap": True}},
        "but for the gold between",
    ),
    "gold_is_flower": (SANMING | {"gold": "7z"}, "white dragon is a flower"),
    "heavenly_melds": (
        SANMING | {"win": {"by": "heavenly"}, "winner": 0, "melds": [PONG]},
        "has no melds",
    ),
    "heavenly_seat": (SANMING | {"win": {"by": "heavenly"}}, "Only the dealer"),
    "kong_bloom": (
        SANMING | {"win": {"tile": "6p", "by": "self_draw", "kong_bloom": True}},
        "beside a kong",
    ),
    "meld_of_flowers": (
        SANMING | {"melds": [{"kind": "pong", "tiles": "111z"}]},
        "east wind is a flower",
    ),
    "meld_of_golds": (SANMING | {"melds": [{"kind": "pong", "tiles": "999s"}]}, "hold no golds"),
    "melds": (LONGYAN | {"melds": [PONG] * 5}, "5 melds; here there are at most 4"),
    "no_chows": (LONGYAN | {"melds": [{"kind": "chow", "tiles": "123m"}]}, "no chows"),
    "no_flower": (LONGYAN | {"flowers": "3z"}, "west wind is no flower"),
    "no_mark": (
        LONGYAN | {"win": {"tile": "9s", "by": "self_draw", "gold_gap": True}},
        "know no “Gold gap”",
    ),
    "rob_gold_melds": (
        SANMING | {"win": {"by": "rob_gold"}, "melds": [PONG]},
        "before any claim",
    ),
    "size": (LONGYAN | {"hand": RUNS}, "needs 13 concealed tiles; there are 16"),
    "tour_by": (LONGYAN | {"win": {"by": "rob_gold", "tour": 1}}, "Before “Robbed gold”"),
}


@pytest.mark.parametrize("key", IN_WORDS)
def test_what_cannot_be_is_told_in_words(key: str) -> None:
    """Whoever taps a hand together reads in words what is wrong, the message quotes the value."""
    value, told = IN_WORDS[key]
    with pytest.raises(CaseError, match="; expected") as caught:
        read_case(value)

    assert told in caught.value.told("en")
    for language in ("zh-Hans", "zh-Hant"):
        words = caught.value.told(language)
        assert words != caught.value.told("en")
        assert not re.search(r"[a-z{}]", words), words


def test_every_text_of_a_case_is_told() -> None:
    """No text of the catalogue for hands that cannot be is one that nobody reads."""
    assert {f"case.{key}" for key in IN_WORDS} == {
        key for key in catalogue() if key.startswith("case.")
    }


def test_what_only_a_program_can_do_wrong_is_quoted() -> None:
    """A message without words of its own is the same in every language."""
    with pytest.raises(CaseError, match="unknown key") as caught:
        read_case(GOOD | {"cat": 1})

    assert caught.value.told("zh-Hans") == str(caught.value)
