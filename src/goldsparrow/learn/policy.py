"""Policies: networks that were learned somewhere and play here, from an ONNX file.

    goldsparrow arena onnx:policy.onnx greedy

A policy is a model that says how good it finds each move:

| | name | type | shape |
|---|---|---|---|
| input | `observation` | int8 | `(n, *LAYOUT.shape)`, or `(n, *OUTLOOK_LAYOUT.shape)` |
| input, if it has one | `action_mask` | int8 | `(n, 169)` |
| output, the first | any | float32 | `(n, 169)`, the higher the better |

`n` is left open. Of the legal moves the one with the highest number is made; of equals the first.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from goldsparrow.errors import GoldSparrowError
from goldsparrow.game.view import View
from goldsparrow.learn.observations import mask_array
from goldsparrow.learn.outlook import with_outlook
from goldsparrow.learn.planes import VERSION, Array, Layout, encode, layout
from goldsparrow.moves import MOVES, Move, MoveSet
from goldsparrow.tiles import KINDS

ENCODING: Final = "goldsparrow.encoding"
"""A model's metadata may say under this key which version of the encoding it was trained on."""

Scores = npt.NDArray[np.float32]

_LAYOUTS: Final = {known.shape: known for known in (layout(), layout(outlook=True))}


class PolicyError(GoldSparrowError, ValueError):
    """Raised for a file that is no policy; quotes the file and says what is expected."""


class Policy:
    """Plays what a model finds best. It sees what its seat may see, and nothing else.

    Args:
        path: the ONNX file.

    Attributes:
        path: the same.
        digest: the beginning of the SHA-256 of what the file holds, in hex.
        layout: the planes that the model was made for.

    Raises:
        PolicyError: there is no such file, it is no ONNX model, or a model of other inputs or
            outputs, or of another encoding.
        ImportError: onnxruntime is missing, which the extra `learn` brings.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        self._model = _loaded(self.path, _stamp(self.path))
        self.digest = self._model.digest
        self.layout = self._model.layout

    def act(self, view: View, moves: MoveSet) -> Move:
        """Returns one of the legal moves."""
        if not moves & (moves - 1):
            return moves.bit_length() - 1
        planes = encode(view, view.phase(moves))
        if self.layout.outlook:
            planes = with_outlook(planes, view, moves)
        chosen: Move = self.choose(planes[np.newaxis], mask_array(moves)[np.newaxis]).item()
        return chosen

    def choose(self, observation: Array, action_mask: Array) -> npt.NDArray[np.int64]:
        """The best legal move of each row, shape `(n,)`.

        Args:
            observation: shape `(n, *layout.shape)` int8.
            action_mask: shape `(n, 169)` int8, with a 1 in each row.

        Raises:
            PolicyError: the arrays have other shapes, or the model finds nothing but nonsense.
        """
        scores = self.scores(observation, action_mask)
        # Below every legal move, but still numbers: a model may say -inf of all that is illegal.
        scores = np.where(action_mask != 0, np.nan_to_num(scores), -np.inf)
        found: npt.NDArray[np.int64] = scores.argmax(axis=1)
        return found

    def scores(self, observation: Array, action_mask: Array) -> Scores:
        """What the model says of each move, shape `(n, 169)` float32; illegal ones included.

        Raises:
            PolicyError: the arrays have other shapes.
        """
        count = len(observation)
        if observation.shape[1:] != self.layout.shape or action_mask.shape != (count, MOVES):
            raise PolicyError(
                f"the shapes are {observation.shape} and {action_mask.shape}; expected "
                f"(n, {self.layout.shape[0]}, {KINDS}) and (n, {MOVES})"
            )
        return self._model.run(observation, action_mask)

    def __reduce__(self) -> tuple[type[Policy], tuple[str]]:
        # It remembers nothing of a game, so that a copy is the same file, loaded once.
        return Policy, (self.path,)


def make(name: str, _seed: int = 0) -> Policy:
    """Makes the player `onnx:NAME`.

    Raises:
        PolicyError: as `Policy`; or onnxruntime is missing.
    """
    try:
        return Policy(name)
    except ImportError as error:
        raise PolicyError(f"onnx:{name!s:.120}: {error}") from error


class _Model:
    """A model that has been loaded and looked at."""

    def __init__(
        self,
        path: str,
        digest: str,
        session: Any,  # noqa: ANN401 - onnxruntime has no types
        shown: Layout,
        *,
        masked: bool,
    ) -> None:
        self._path = path
        self.digest = digest
        self._session = session
        self._masked = masked
        self._output = session.get_outputs()[0].name
        self.layout = shown

    def run(self, observation: Array, action_mask: Array) -> Scores:
        given = {"observation": np.ascontiguousarray(observation)}
        if self._masked:
            given["action_mask"] = np.ascontiguousarray(action_mask)
        try:
            found: Scores = self._session.run([self._output], given)[0]
        except Exception as error:  # noqa: BLE001 - onnxruntime's errors have no base of their own
            raise PolicyError(
                f"the policy {self._path!r:.120} fails on {len(observation)} rows: "
                f"{' '.join(str(error).split()):.200}; expected scores of the moves"
            ) from None
        return found


def _stamp(path: str) -> tuple[int, int]:
    """Tells apart the contents that a file has had."""
    try:
        told = Path(path).stat()
    except OSError as error:
        raise PolicyError(
            f"cannot read the policy {path!r:.120}: {error.strerror}; expected an ONNX file"
        ) from None
    return told.st_mtime_ns, told.st_size


@lru_cache(maxsize=16)
def _loaded(path: str, _stamp: tuple[int, int]) -> _Model:
    """The model of a file, loaded once for all seats that it plays."""
    try:
        import onnxruntime  # noqa: PLC0415 - only policies need it
    except ImportError as error:
        message = "policies need onnxruntime; expected 'pip install goldsparrow[learn]'"
        raise ImportError(message) from error
    options = onnxruntime.SessionOptions()
    # One choice at a time is too little to share, and alone it is the same in every run.
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    try:
        data = Path(path).read_bytes()
        session = onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # noqa: BLE001 - as said below
        # onnxruntime has an error class for each thing that may be wrong with a file, without a
        # base of their own.
        reason = " ".join(str(error).split())
        raise PolicyError(
            f"cannot load the policy {path!r:.120}: {reason:.200}; expected an ONNX model"
        ) from None
    return _checked(path, hashlib.sha256(data).hexdigest()[:16], session)


def _checked(path: str, digest: str, session: Any) -> _Model:  # noqa: ANN401 - onnxruntime has no types
    """Looks whether a model takes what an environment shows, and answers with moves."""
    told = session.get_modelmeta().custom_metadata_map.get(ENCODING)
    if told is not None and told != str(VERSION):
        raise PolicyError(
            f"the policy {path!r:.120} was trained on version {told!r:.20} of the encoding; "
            f"expected version {VERSION}"
        )
    inputs = {each.name: each for each in session.get_inputs()}
    seen, mask = inputs.pop("observation", None), inputs.pop("action_mask", None)
    shown = None if seen is None else _LAYOUTS.get(tuple(seen.shape[1:]))
    if shown is None or not _is(seen, "tensor(int8)", shown.shape):
        shapes = " or ".join(f"(n, {planes}, {kinds})" for planes, kinds in _LAYOUTS)
        raise _unlike(path, session, f"an input 'observation', tensor(int8) {shapes}, n left open")
    if inputs or not (mask is None or _is(mask, "tensor(int8)", (MOVES,))):
        raise _unlike(path, session, f"at most one other, 'action_mask', tensor(int8) (n, {MOVES})")
    if not _is(session.get_outputs()[0], "tensor(float)", (MOVES,)):
        raise _unlike(path, session, f"a first output, tensor(float) (n, {MOVES}), n left open")
    return _Model(path, digest, session, shown, masked=mask is not None)


def _is(end: Any, kind: str, shape: tuple[int, ...]) -> bool:  # noqa: ANN401 - as above
    """Whether an input or output has so many numbers in each of a number of rows left open."""
    first, *rest = end.shape or (0,)
    return end.type == kind and not isinstance(first, int) and tuple(rest) == shape


def _unlike(path: str, session: Any, expected: str) -> PolicyError:  # noqa: ANN401
    def told(ends: Any) -> str:  # noqa: ANN401
        return ", ".join(f"{end.name!r:.40} {end.type} {end.shape!r:.60}" for end in ends)

    return PolicyError(
        f"the policy {path!r:.120} has the inputs {told(session.get_inputs())} and the outputs "
        f"{told(session.get_outputs())}; expected {expected}"
    )
