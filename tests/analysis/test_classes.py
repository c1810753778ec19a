"""The shipped class tables are what their builder makes."""

from __future__ import annotations

import hashlib
import lzma
import runpy
from pathlib import Path

import pytest

from goldsparrow.analysis import build, classes

SHIPPED = Path(classes.__file__).with_name("classes.xz")


@pytest.fixture(scope="module")
def built() -> bytes:
    return build.build()


def test_shipped_tables_are_what_the_builder_makes(built: bytes) -> None:
    """Design, "Hand analysis": a rebuild has the shipped file's digest, whatever packed it."""
    shipped = lzma.decompress(SHIPPED.read_bytes())
    assert hashlib.sha256(built).hexdigest() == hashlib.sha256(shipped).hexdigest()


def test_command_writes_the_file(
    built: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The builder's command writes the packed tables and says their digest."""
    path = tmp_path / "classes.xz"
    build.write(built, path)
    assert lzma.decompress(path.read_bytes()) == built
    assert hashlib.sha256(built).hexdigest() in capsys.readouterr().out


def test_classes_are_few() -> None:
    """Design, "Hand analysis": 197 suit classes, 128 of the honours, 429 with products."""
    assert len(set(classes.SUIT)) == 197
    assert len(set(classes.HONOURS)) == len(classes.HONOUR_CLASS) == 128
    assert len(classes.PRODUCT) == 429
    assert SHIPPED.stat().st_size < 50_000


def test_products_form_a_commutative_monoid() -> None:
    """The order in which suits are combined does not matter, and an empty suit changes nothing."""
    product, empty = classes.PRODUCT, classes.SUIT[0]
    for a, row in enumerate(product):
        assert row[empty] == a
        assert all(row[b] == product[b][a] for b in range(a))
    sample = range(0, len(product), 17)
    for a in sample:
        for b in sample:
            for c in sample:
                assert product[product[a][b]][c] == product[a][product[b][c]]


def test_rows_are_distances_with_honours() -> None:
    """``ROWS`` holds what products and ``DISTANCE`` say, for every number of golds and melds."""
    for golds in range(classes.MOST_GOLDS + 1):
        for melds in range(classes.MOST_MELDS + 1):
            rows = classes.ROWS[golds][melds]
            for a in range(0, len(classes.PRODUCT), 41):
                for z, honour in enumerate(classes.HONOUR_CLASS):
                    expected = classes.DISTANCE[golds][melds][classes.PRODUCT[a][honour]]
                    assert rows[a][z] == expected


def test_builder_needs_nothing_of_the_package() -> None:
    """The builder runs by its path, so that lost or outdated tables can be made again."""
    names = runpy.run_path(build.__file__)
    assert names["build"].__module__ == "<run_path>"
    assert "goldsparrow" not in {
        getattr(value, "__name__", "").split(".")[0] for value in names.values()
    }
