"""Models for the tests, written node by node: they find the same of the moves whatever they see."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from goldsparrow import learn
from goldsparrow.learn.policy import ENCODING
from goldsparrow.moves import MOVES

Scores = np.ndarray
LATER_IS_BETTER = np.arange(MOVES, dtype=np.float32)


def model(
    path: Path,
    scores: Scores = LATER_IS_BETTER,
    *,
    planes: tuple[int, ...] = learn.LAYOUT.shape,
    rows: Any = "n",
    kind: int = TensorProto.INT8,
    masked: bool = False,
    more: tuple[str, ...] = (),
    encoding: object = None,
) -> Path:
    """Writes a model that finds the same of the moves whatever it sees."""
    inputs = [helper.make_tensor_value_info("observation", kind, [rows, *planes])]
    if masked:
        inputs.append(helper.make_tensor_value_info("action_mask", TensorProto.INT8, [rows, MOVES]))
    inputs += [helper.make_tensor_value_info(name, TensorProto.FLOAT, [rows]) for name in more]
    constants = {
        "scores_of_moves": scores[np.newaxis].astype(np.float32),
        "axes": np.arange(1, 1 + len(planes)),
        "nothing": np.zeros(1, dtype=np.float32),
        "last": np.array([-1]),
    }
    nodes = [
        helper.make_node("Cast", ["observation"], ["floats"], to=TensorProto.FLOAT),
        helper.make_node("ReduceSum", ["floats", "axes"], ["sums"], keepdims=0),
        helper.make_node("Mul", ["sums", "nothing"], ["zeros"]),
        helper.make_node("Unsqueeze", ["zeros", "last"], ["column"]),
        helper.make_node("Add", ["column", "scores_of_moves"], ["scores"]),
    ]
    outputs = [helper.make_tensor_value_info("scores", TensorProto.FLOAT, [rows, scores.size])]
    held = [numpy_helper.from_array(value, name) for name, value in constants.items()]
    graph = helper.make_graph(nodes, "policy", inputs, outputs, held)
    found = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    if encoding is not None:
        helper.set_model_props(found, {ENCODING: str(encoding)})
    onnx.save(found, path)
    return path
