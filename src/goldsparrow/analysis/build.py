"""Builds the class tables that ``classes.py`` loads: ``python -m goldsparrow.analysis.build``.

Imports nothing of the package, so that run by its path it also works where the data are missing.

The mathematics. For the counts of one suit let ``v[e][p][m]`` be the fewest tiles that are
missing from them to contain ``m`` melds and ``p`` pairs, where the melds and the pair may together
use up to ``e`` copies beyond the fourth of a kind (only wild tiles can be such copies, so these are
always among the missing). Hands combine suits by min-plus convolution: the melds, the pair and the
extra copies are shared out between the suits. Very few different vectors occur: 197 for the 5**9
counts of a suit, 128 for the 5**7 counts of the honours, and 429 once products are included. A
vector is therefore a small number, its *class*, and everything about distances is a look-up of
classes.

Needs numpy; what it writes does not.
"""

from __future__ import annotations

import hashlib
import itertools
import lzma
import struct
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Bytes: TypeAlias = npt.NDArray[np.uint8]

DATA = Path(__file__).with_name("classes.xz")

_EXTRAS = 5  # up to four golds, so up to four copies beyond the fourth
_MELDS = 6  # up to five melds
_LENGTH = _EXTRAS * 2 * _MELDS
_FAR = 60  # more than any distance, and small enough that a sum of two fits a byte


def _goals(kinds: int, *, sequences: bool) -> Iterator[tuple[int, int, npt.NDArray[np.int64]]]:
    """Yields, for each number of pairs and melds, the counts of all tile sets made of just these.

    The arrays have one row a set and one column a kind.
    """
    one = np.eye(kinds, dtype=np.int64)
    melds = [3 * one]
    if sequences:
        melds.append(one[:-2] + one[1:-1] + one[2:])
    meld = np.concatenate(melds)
    for count in range(_MELDS):
        chosen = np.array(
            list(itertools.combinations_with_replacement(range(len(meld)), count)), dtype=np.int64
        )
        sets = meld[chosen].sum(axis=1) if count else np.zeros((1, kinds), dtype=np.int64)
        yield 0, count, sets
        yield 1, count, (sets[:, None] + 2 * one[None]).reshape(-1, kinds)


def _spread(missing: Bytes, kinds: int) -> None:
    """Completes a table, indexed by key, that is right at the goals, in place.

    A tile too many costs nothing and a tile too few costs one, each kind on its own, so one pass
    up and one pass down along each kind's axis reach the minimum over all goals.
    """
    for axis in range(kinds):
        line = missing.reshape(5**axis, 5, -1)
        for count in range(1, 5):
            np.minimum(line[:, count], line[:, count - 1], out=line[:, count])
        for count in range(3, -1, -1):
            np.minimum(line[:, count], line[:, count + 1] + 1, out=line[:, count])


def _vectors(kinds: int, *, sequences: bool) -> list[bytes]:
    """Returns the vector of every key of a suit with so many kinds."""
    table = np.empty((_EXTRAS, 2, _MELDS, 5**kinds), dtype=np.uint8)
    weights = 5 ** np.arange(kinds - 1, -1, -1)
    for pairs, melds, sets in _goals(kinds, sequences=sequences):
        extra = np.maximum(sets - 4, 0).sum(axis=1)
        key = np.minimum(sets, 4) @ weights
        for allowed in range(_EXTRAS):
            missing = np.full(5**kinds, _FAR, dtype=np.uint8)
            fits = extra <= allowed
            np.minimum.at(missing, key[fits], extra[fits].astype(np.uint8))
            _spread(missing, kinds)
            table[allowed, pairs, melds] = missing
    return _rows(np.ascontiguousarray(table.reshape(_LENGTH, -1).T))


def _rows(table: Bytes) -> list[bytes]:
    blob = table.tobytes()
    return [blob[at : at + _LENGTH] for at in range(0, len(blob), _LENGTH)]


def _products(left: Iterable[bytes], right: Iterable[bytes]) -> list[bytes]:
    """Returns the min-plus products of all pairs of vectors, row by row of ``left``."""
    a, b = (
        np.frombuffer(b"".join(side), dtype=np.uint8).reshape(-1, _EXTRAS, 2, _MELDS)
        for side in (left, right)
    )
    product = np.full((_EXTRAS, 2, _MELDS, len(a), len(b)), 2 * _FAR, dtype=np.uint8)
    for extra, pairs, melds in itertools.product(range(_EXTRAS), range(2), range(_MELDS)):
        out = product[extra, pairs, melds]
        for e, p, m in itertools.product(range(extra + 1), range(pairs + 1), range(melds + 1)):
            np.minimum(
                out, a[:, e, p, m, None] + b[None, :, extra - e, pairs - p, melds - m], out=out
            )
    return _rows(np.ascontiguousarray(product.reshape(_LENGTH, -1).T))


def build() -> bytes:
    """Returns the tables in the layout that ``classes.py`` describes, uncompressed."""
    suit = _vectors(9, sequences=True)
    honours = _vectors(7, sequences=False)
    suit_vectors, honour_vectors = sorted(set(suit)), sorted(set(honours))

    generators = sorted({*suit_vectors, *honour_vectors})
    known = set(generators)
    fresh = generators
    while fresh:
        fresh = sorted(set(_products(fresh, generators)) - known)
        known.update(fresh)

    # The suits' classes come first, so that each fits a byte.
    vectors = suit_vectors + sorted(known.difference(suit_vectors))
    number = {vector: index for index, vector in enumerate(vectors)}
    honour_number = {vector: index for index, vector in enumerate(honour_vectors)}
    shape = np.frombuffer(b"".join(vectors), dtype=np.uint8).reshape(-1, _EXTRAS, 2, _MELDS)
    golds = np.arange(_EXTRAS, dtype=np.int64)[:, None, None]
    left = np.maximum(shape[:, :, 1, :].transpose(1, 2, 0).astype(np.int64) - golds, 0)
    product = [number[vector] for vector in _products(vectors, vectors)]
    return b"".join(
        (
            struct.pack("<4H", len(vectors), len(honour_vectors), _EXTRAS, _MELDS),
            bytes(map(number.__getitem__, suit)),
            bytes(map(honour_number.__getitem__, honours)),
            struct.pack(f"<{len(honour_vectors)}H", *map(number.__getitem__, honour_vectors)),
            struct.pack(f"<{len(product)}H", *product),
            left.astype(np.uint8).tobytes(),
        )
    )


def write(tables: bytes, path: Path) -> None:
    """Writes the tables to a file, packed, and prints the digest of what is in it."""
    path.write_bytes(lzma.compress(tables, preset=9 | lzma.PRESET_EXTREME))
    digest = hashlib.sha256(tables).hexdigest()
    sys.stdout.write(f"{path.name}: {path.stat().st_size} bytes, content sha256 {digest}\n")


if __name__ == "__main__":  # pragma: no cover - it would overwrite the shipped file
    write(build(), DATA)
