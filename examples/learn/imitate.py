"""Trains a small network to play like the expert, and lets it meet the greedy player.

    pip install 'goldsparrow[learn]' torch onnxscript
    python examples/learn/imitate.py --out policy

It writes the expert's games (`games.parquet`), trains on them for some passes, and after each pass
exports the network (`policy.onnx`) and plays it against the greedy player on duplicate walls. At
the end stand a picture of how it learned (`curve.svg`), the figures behind it (`curve.json`), and
a player that anything plays with:

    goldsparrow arena onnx:policy/policy.onnx greedy

On two processor cores of its own that takes some ten minutes.
"""

from __future__ import annotations

import argparse
import json
import time
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from curve import Point, draw
from network import Network
from torch import Tensor, nn

from goldsparrow.arena.duel import Outcome, duel
from goldsparrow.commands.progress import Progress
from goldsparrow.learn import OUTLOOK_LAYOUT
from goldsparrow.learn.dataset import Played, read, write
from goldsparrow.learn.planes import VERSION
from goldsparrow.learn.policy import ENCODING, Policy
from goldsparrow.rules import RULE_SETS

BATCH = 512
HELD_OUT = 0.1
"""The share of the choices that is kept for measuring; whole deals, the last ones."""


class Choices(NamedTuple):
    """What was seen, what might be done, what the expert did."""

    observation: Tensor
    mask: Tensor
    action: Tensor

    def rows(self, which: Tensor | slice) -> Choices:
        """Some of the rows."""
        return Choices(self.observation[which], self.mask[which], self.action[which])


def load(path: Path) -> tuple[Choices, Choices]:
    """The choices to learn from, and those held out."""
    found = read(path)
    # A row group is 25 deals; rows of one deal stand together.
    border = int(len(found.action) * (1 - HELD_OUT))
    whole = Choices(
        torch.from_numpy(found.observation),
        torch.from_numpy(found.action_mask.astype(np.bool_)),
        torch.from_numpy(found.action),
    )
    return whole.rows(slice(border)), whole.rows(slice(border, None))


def among_legal(network: nn.Module, choices: Choices) -> Tensor:
    """What the network says of each move, nothing of the illegal ones."""
    said: Tensor = network(choices.observation)
    return said.masked_fill(~choices.mask, -1e9)


def train(network: nn.Module, choices: Choices, optimiser: torch.optim.Optimizer) -> float:
    """Goes through all choices once; returns how often the network agreed with the expert."""
    network.train()
    order = torch.randperm(len(choices.action))
    agreed = 0
    with Progress(len(order), "choices") as bar:
        for start in range(0, len(order), BATCH):
            batch = choices.rows(order[start : start + BATCH])
            said = among_legal(network, batch)
            loss = nn.functional.cross_entropy(said, batch.action)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            agreed += int((said.argmax(dim=1) == batch.action).sum())
            bar.reach(start + len(batch.action))
    return agreed / len(order)


@torch.no_grad()
def agreement(network: nn.Module, choices: Choices) -> float:
    """How often the network chooses what the expert chose."""
    network.eval()
    agreed = 0
    for start in range(0, len(choices.action), BATCH):
        batch = choices.rows(slice(start, start + BATCH))
        agreed += int((among_legal(network, batch).argmax(dim=1) == batch.action).sum())
    return agreed / len(choices.action)


def export(network: nn.Module, path: Path) -> None:
    """Writes the network as an ONNX file, with the version of the encoding that it knows."""
    network.eval()
    example = torch.zeros((2, *OUTLOOK_LAYOUT.shape), dtype=torch.int8)
    program = torch.onnx.export(
        network,
        (example,),
        input_names=["observation"],
        output_names=["scores"],
        dynamic_shapes=({0: torch.export.Dim("n")},),
        dynamo=True,
        verbose=False,
    )
    assert program is not None, "the exporter returns what it made"
    program.model.metadata_props[ENCODING] = str(VERSION)
    program.save(path, external_data=False)


def player(path: str, _seed: int) -> Policy:
    """Makes the player that the network is; a function of a module, so that workers can make it."""
    return Policy(path)


def against_greedy(path: Path, options: argparse.Namespace, deals: int, seed: str) -> Outcome:
    """Plays the exported network against the greedy player on the same walls."""
    with Progress(deals, "deals") as bar:
        return duel(
            partial(player, str(path)),
            "greedy",
            options.rules,
            deals=deals,
            seed=seed,
            workers=options.workers,
            watch=bar.reach,
        )


def main() -> None:
    """Plays, trains, measures, and draws."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--out", type=Path, default=Path("policy"), help="where everything goes")
    parser.add_argument("--rules", choices=RULE_SETS, default="fuzhou-street")
    parser.add_argument("--teacher", default="expert", help="the player that is imitated")
    parser.add_argument("--deals", type=int, default=4000, help="deals of the teacher")
    parser.add_argument("--passes", type=int, default=6, help="how often all choices are seen")
    parser.add_argument("--measured", type=int, default=300, help="deals played after each pass")
    parser.add_argument("--final", type=int, default=4000, help="deals played at the end")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(options.seed)
    began = time.monotonic()

    games = options.out / "games.parquet"
    if not games.exists():
        source = Played(
            rules=options.rules,
            deals=options.deals,
            seed=f"imitate {options.seed}",
            players=(options.teacher,) * 4,
            outlook=True,
        )
        with Progress(options.deals, "deals") as bar:
            write(source, games, workers=options.workers, watch=bar.reach)
    learned, held_out = load(games)
    print(f"{len(learned.action)} choices to learn from, {len(held_out.action)} held out")

    network = Network(OUTLOOK_LAYOUT)
    optimiser = torch.optim.AdamW(network.parameters(), lr=2e-3, weight_decay=1e-3)
    slower = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, options.passes, 1e-4)
    path = options.out / "policy.onnx"
    points = []
    for number in range(1, options.passes + 1):
        seen = train(network, learned, optimiser)
        slower.step()
        export(network, path)
        outcome = against_greedy(path, options, options.measured, f"pass {options.seed}")
        points.append(
            Point(number, seen, agreement(network, held_out), outcome.advantage, outcome.error)
        )
        print(
            f"pass {number}: agrees with {options.teacher} in {points[-1].held_out:.1%} of new "
            f"choices, {outcome.advantage:+.2f} ± {outcome.error:.2f} points a deal over greedy"
        )
    final = against_greedy(path, options, options.final, f"final {options.seed}")
    minutes = (time.monotonic() - began) / 60
    print(
        f"{options.final} deals on duplicate walls: {final.advantage:+.2f} ± {final.error:.2f} "
        f"points a seat and deal over greedy; {minutes:.0f} minutes in all"
    )
    told = {
        "rules": options.rules,
        "teacher": options.teacher,
        "deals": options.deals,
        "choices": len(learned.action),
        "final_deals": options.final,
        "advantage": final.advantage,
        "error": final.error,
        "minutes": minutes,
        "points": [point._asdict() for point in points],
    }
    (options.out / "curve.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    title = f"{options.rules}: a network learns from {options.deals:,} deals of {options.teacher}"
    drawing = draw(points, title, (final.advantage, final.error, options.final))
    (options.out / "curve.svg").write_text(drawing, encoding="utf-8")


if __name__ == "__main__":
    main()
