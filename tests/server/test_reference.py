"""Rules pages, options, scores and waits over HTTP: the core's answers, within limits."""

from __future__ import annotations

import asyncio
import json
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from goldsparrow.rules import RULE_SETS
from goldsparrow.rules.answers import waiting_tiles
from goldsparrow.rules.case import read_case
from goldsparrow.rules.scoring import score
from goldsparrow.scores import Score
from goldsparrow.server.bodies import RequestError
from goldsparrow.server.reference import MOST_WAITING, Counter
from tests.server.process import Server

HAND = {"gold": "9p", "hand": "123456789m 234p 55s 67s", "flowers": "1f 2f 5f"}
WIN = {"win": {"by": "discard", "tile": "8s"}, "winner": 1, "from": 2}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("data"), "--pace", "none")
    yield running
    assert running.stop() == 0


def refused(server: Server, method: str, path: str, body: object = None) -> tuple[int, Any]:
    """The status and the body of a request that is refused."""
    request = urllib.request.Request(
        f"http://{server.address}{path}",
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Content-Type": "application/json"},
    )
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(request, timeout=20)
    with caught.value as error:
        return error.code, json.loads(error.read())


def test_page(server: Server) -> None:
    """`GET /api/rules/KEY/page` explains a rule set with the options of its address."""
    page = server.request("GET", "/api/rules/sanming/page?lang=en&base=8")

    assert (page["rules"], page["language"]) == ("sanming", "en")
    assert page["changes"] == [{"key": "base", "title": "Base", "value": "8", "preset": "5"}]
    assert "dealer pays each other seat 8" in json.dumps(page["sections"])


@pytest.mark.parametrize(
    ("path", "quoted"),
    [
        ("/api/rules/nanking/page", "'nanking'"),
        ("/api/rules/sanming/page?lang=de", "'de'"),
        ("/api/rules/sanming/page?base=many", "'many'"),
        ("/api/rules/sanming/page?tour_points=4", "'tour_points'"),
    ],
)
def test_page_refuses(server: Server, path: str, quoted: str) -> None:
    """What is no rule set, language or option is quoted."""
    status, body = refused(server, "GET", path)

    assert status == 400
    assert quoted in body["message"]


def test_options(server: Server) -> None:
    """`POST /api/options` gives every value and says what differs, in words."""
    ask = {"rules": "longyan", "options": {"tour_points": 5}, "language": "en"}
    body = server.request("POST", "/api/options", ask)

    assert body["differences"] == {"tour_points": 5}
    assert body["options"]["dealer_doubles"] is True
    assert body["changes"][0]["value"] == "5, 10, 20"
    assert body["conflict"] is None


def test_conflict(server: Server) -> None:
    """Two options that exclude each other are both named."""
    options = {"discard_win": "self_draw_only", "robbed_kong_payer": "maker"}
    ask = {"rules": "longyan", "options": options, "language": "en"}
    conflict = server.request("POST", "/api/options", ask)["conflict"]

    assert (conflict["option"], conflict["other"]) == ("robbed_kong_payer", "discard_win")
    assert (conflict["title"], conflict["other_title"]) == (
        "Who pays a robbed kong",
        "Winning on a discard",
    )


def test_score_is_the_scorers(server: Server) -> None:
    """`POST /api/score` scores by every rule set; a hand of another size says what is expected."""
    results = server.request("POST", "/api/score", {"case": HAND | WIN})["results"]

    assert [one["rules"] for one in results] == list(RULE_SETS)
    for one in results[:4]:
        case = read_case(HAND | WIN, key=one["rules"])
        wanted = score(case.rules, case.facts)
        assert isinstance(wanted, Score)
        assert one["ok"]
        assert one["payments"] == list(wanted.payments)
        assert one["formula"] == wanted.formula
    assert "'hand' has 16 tiles; expected 13" in results[4]["error"]


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("zh-Hans", "要 13 张手牌，现在 16 张"),
        ("zh-Hant", "要 13 張手牌，現在 16 張"),
        ("en", "needs 13 concealed tiles; there are 16"),
    ],
)
def test_a_hand_that_cannot_be_is_told_in_words(server: Server, language: str, told: str) -> None:
    """With a language both requests say what is wrong in its words."""
    ask = {"case": HAND | WIN, "rules": ["longyan"], "language": language}
    for path in ("/api/score", "/api/waits"):
        (result,) = server.request("POST", path, ask)["results"]
        assert result["error"] == told


def test_score_with_options(server: Server) -> None:
    """House options are given by rule set."""
    ask = {
        "case": HAND | WIN,
        "rules": ["fuzhou-ourgame"],
        "options": {"fuzhou-ourgame": {"discard_payment": "discarder"}},
    }
    (result,) = server.request("POST", "/api/score", ask)["results"]

    assert result["payments"] == [0, 8, -8, 0]


def test_refusal_is_a_result(server: Server) -> None:
    """A hand that does not win says why by a stable key."""
    case = HAND | WIN | {"win": {"by": "discard", "tile": "1m"}}
    ask = {"case": case, "rules": ["fuzhou-ourgame"]}
    (result,) = server.request("POST", "/api/score", ask)["results"]

    assert (result["ok"], result["reason"]) == (False, "not_complete")


def test_waits(server: Server) -> None:
    """`POST /api/waits` lists the tiles with what each pays."""
    ask = {"case": HAND | {"winner": 1}, "rules": ["fuzhou-classic"]}
    (result,) = server.request("POST", "/api/waits", ask)["results"]

    case = read_case(HAND | {"winner": 1}, key="fuzhou-classic", form="waiting")
    assert result["waits"] == [
        {**wait, "self_draw": wait["self_draw"], "discard": wait["discard"]}
        for wait in waiting_tiles(case)
    ]
    assert [wait["tile"] for wait in result["waits"]] == ["9p", "5s", "8s"]


@pytest.mark.parametrize(
    ("body", "status", "quoted"),
    [
        ({"case": HAND, "rules": ["nanking"]}, 400, "'nanking'"),
        ({"case": HAND, "options": {"nanking": {}}}, 400, "'nanking'"),
        ({"case": []}, 400, "case"),
        ({"case": {}, "more": 1}, 400, "more"),
        ({"case": {"hand": "1" * 9000}}, 413, "8192"),
    ],
)
def test_limits(server: Server, body: object, status: int, quoted: str) -> None:
    """What is no request, names no rule set, or is too long is refused with its value."""
    found, told = refused(server, "POST", "/api/score", body)

    assert found == status
    assert quoted in told["message"]


def test_bad_tiles_are_quoted(server: Server) -> None:
    """A hand that cannot be is an error of its result that quotes what is wrong."""
    ask = {"case": HAND | WIN | {"hand": "11111m 1q"}, "rules": ["sanming"]}
    (result,) = server.request("POST", "/api/score", ask)["results"]

    assert "q" in result["error"]
    assert not result["ok"]


def test_counting_is_bounded() -> None:
    """No more hands wait to be counted than the limit; one more is asked to come again."""

    async def crowd() -> None:
        count = Counter()
        let_go = threading.Event()
        waiting = [asyncio.create_task(count(let_go.wait)) for _ in range(MOST_WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(RequestError) as caught:
            await count(let_go.wait)
        let_go.set()
        assert all(await asyncio.gather(*waiting))
        assert await count(lambda: "again") == "again"
        count.close()
        assert caught.value.status == 503

    asyncio.run(crowd())
