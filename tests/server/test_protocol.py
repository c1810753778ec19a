"""The frames: strict decoding, limits, and what an error says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from goldsparrow.events import AnyEvent
from goldsparrow.server.connection import (
    FAULT_CODE,
    NO_TABLE_CODE,
    NOT_ALLOWED_CODE,
    OVER_CODE,
    TOO_MANY_CODE,
    TOO_SLOW_CODE,
)
from goldsparrow.server.protocol import (
    FRAME_BYTES,
    QUOTED,
    Ack,
    Answer,
    AnyClientFrame,
    AnyServerFrame,
    Closed,
    Error,
    FrameError,
    Leave,
    Ping,
    Question,
    Ready,
    Settings,
    decode,
    encode,
)


@pytest.mark.parametrize(
    ("text", "frame"),
    [
        (
            '{"type":"answer","decision":3,"answer":"x","move":"discard:5p"}',
            Answer(3, "x", "discard:5p"),
        ),
        ('{"type":"ready","entropy":"00ffAA"}', Ready("00ffAA")),
        ('{"type":"ready"}', Ready("")),
        ('{"type":"leave"}', Leave()),
        ('{"type":"ping","n":7}', Ping(7)),
    ],
)
def test_frames_are_read(text: str, frame: object) -> None:
    """Every client frame of docs/protocol.md is accepted."""
    assert decode(text) == frame


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "malformed"),
        ("nonsense", "malformed"),
        ("[]", "malformed"),
        ("null", "malformed"),
        ('{"decision":3}', "malformed"),
        ('{"type":"draw"}', "unknown_type"),
        ('{"type":"events","events":[],"live":true}', "unknown_type"),
        ('{"type":7}', "malformed"),
        ('{"type":"answer","decision":"3","answer":"x","move":"pass"}', "malformed"),
        ('{"type":"answer","decision":-1,"answer":"x","move":"pass"}', "malformed"),
        ('{"type":"answer","decision":1,"answer":"","move":"pass"}', "malformed"),
        ('{"type":"answer","decision":1,"answer":"x","move":"pass","seat":2}', "malformed"),
        ('{"type":"answer","decision":1,"answer":"x"}', "malformed"),
        ('{"type":"ready","entropy":"xyz"}', "malformed"),
        ('{"type":"ready","entropy":"abc"}', "malformed"),
        ('{"type":"ready","entropy":"ab\\n"}', "malformed"),
        ('{"type":"ready","entropy":"' + "00" * 33 + '"}', "malformed"),
        ('{"type":"ping","n":1e400}', "malformed"),
        ("[" * 1500, "malformed"),
        (" " * (FRAME_BYTES + 1), "too_long"),
        ("金" * (FRAME_BYTES // 3 + 1), "too_long"),
    ],
)
def test_bad_frames_give_one_clear_error(text: str, code: str) -> None:
    """A malformed, unknown or oversized frame is refused with what was wrong, quoted in part."""
    with pytest.raises(FrameError) as caught:
        decode(text)

    frame = caught.value.frame
    assert frame.code == code
    assert frame.message
    assert len(frame.quoted) <= QUOTED
    assert f'"code":"{code}"' in encode(frame)


def test_the_documentation_names_every_frame_code_and_reason() -> None:
    """docs/protocol.md leaves out no frame, event, error code, setting or close code."""
    page = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
    kinds = [*get_args(AnyServerFrame), *get_args(AnyClientFrame), *get_args(AnyEvent)]
    words = {str(kind.__struct_config__.tag) for kind in kinds}
    words |= {name for kind in (Question, Settings) for name in kind.__struct_fields__}
    for kind, field in ((Error, "code"), (Closed, "reason"), (Ack, "status")):
        words |= set(get_args(get_type_hints(kind)[field]))
    codes = {NOT_ALLOWED_CODE, NO_TABLE_CODE, OVER_CODE, TOO_SLOW_CODE, TOO_MANY_CODE, FAULT_CODE}
    words |= {str(code) for code in codes}

    assert {word for word in words if not re.search(rf"\b{word}\b", page)} == set()
