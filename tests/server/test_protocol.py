"""The frames: strict decoding, limits, and what an error says."""

from __future__ import annotations

import pytest

from goldsparrow.server.protocol import (
    FRAME_BYTES,
    QUOTED,
    Answer,
    FrameError,
    Leave,
    Ping,
    Ready,
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
