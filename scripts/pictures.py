"""Takes the README's pictures anew, of the invented moments that the client is looked at with.

As a program: ``python scripts/pictures.py``, with the packages that ``./test`` installs and
Chromium. The pictures go to ``docs/images``; their clocks run, so two runs differ by a few pixels.
"""

from __future__ import annotations

import base64
import io
import struct
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np
from playwright.sync_api import Browser, sync_playwright

from machine import ROOT, SetupError
from web_client import development_server

FOLDER = ROOT / "docs" / "images"
CHROMIUM = "/usr/bin/chromium"
PORT = 18299
MOST_BYTES = 250_000
COLOURS = 256

_DECODE = """async (png) => {
  const image = await createImageBitmap(await (await fetch('data:image/png;base64,' + png)).blob());
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  const url = await new Promise((done) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result);
    reader.readAsDataURL(new Blob([data]));
  });
  return [image.width, image.height, url.slice(url.indexOf(',') + 1)];
}"""


class Picture(NamedTuple):
    """What is shown at which size: an address of the development server."""

    name: str
    width: int
    height: int
    address: str


PICTURES = (
    Picture("table", 1366, 768, "/gallery.html?view=claim&lang=en"),
    Picture("coach", 1366, 768, "/gallery.html?view=coach&lang=en"),
    Picture("phone", 390, 844, "/gallery.html?view=draw&lang=zh-Hans"),
    Picture("settlement", 1366, 768, "/dev/?scene=win#/table/demo"),
    Picture("home", 1366, 768, "/dev/"),
)


@contextmanager
def _served() -> Iterator[str]:
    """Runs the development server for as long as pictures are taken; yields its address."""
    process = development_server(PORT)
    try:
        yield f"http://127.0.0.1:{PORT}"
    finally:
        process.terminate()
        process.wait(timeout=20)


def _shoot(browser: Browser, site: str, picture: Picture) -> bytes:
    """Photographs one moment with everything at rest; returns the PNG."""
    context = browser.new_context(
        viewport={"width": picture.width, "height": picture.height},
        reduced_motion="reduce",
        base_url=site,
    )
    context.add_init_script("localStorage.setItem('goldsparrow.language', 'en')")
    page = context.new_page()
    page.goto(picture.address)
    page.locator("main, [role=dialog]").first.wait_for(timeout=60_000)
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(500)
    taken = page.screenshot()
    context.close()
    return taken


def _pixels(browser: Browser, png: bytes) -> np.ndarray:
    """Decodes a PNG by the browser that made it: height x width x 3."""
    page = browser.new_page()
    width, height, encoded = page.evaluate(_DECODE, base64.b64encode(png).decode())
    page.close()
    raw = np.frombuffer(base64.b64decode(encoded), np.uint8)
    return raw.reshape(height, width, 4)[:, :, :3]


def _palette(pixels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Chooses `COLOURS` colours by cutting the box with the most spread at its middle.

    Returns the palette, and for every pixel the place of its colour.
    """
    fine = pixels.reshape(-1, 3) >> 2
    keys = fine.astype(np.int32) @ np.array([4096, 64, 1])
    kinds, place_of, counts = np.unique(keys, return_inverse=True, return_counts=True)
    colours = np.stack([kinds >> 12, (kinds >> 6) & 63, kinds & 63], axis=1) * 4.0 + 2
    boxes = [np.arange(len(kinds))]
    spread = [_spread(colours[boxes[0]], counts[boxes[0]])]
    while len(boxes) < COLOURS and max(spread) > 0:
        widest = int(np.argmax(spread))
        box = boxes.pop(widest)
        spread.pop(widest)
        weights = counts[box]
        mean = np.average(colours[box], axis=0, weights=weights)
        channel = int(np.argmax(np.average((colours[box] - mean) ** 2, axis=0, weights=weights)))
        low = colours[box][:, channel] <= mean[channel]
        for part in (box[low], box[~low]):
            boxes.append(part)
            spread.append(_spread(colours[part], counts[part]))
    palette = np.zeros((len(boxes), 3))
    index = np.zeros(len(kinds), np.uint8)
    for place, box in enumerate(boxes):
        palette[place] = np.average(colours[box], axis=0, weights=counts[box])
        index[box] = place
    return palette.round().clip(0, 255).astype(np.uint8), index[place_of]


def _spread(colours: np.ndarray, counts: np.ndarray) -> float:
    """How much a box would gain by being cut; big areas do not take all colours to themselves."""
    if len(colours) < 2:
        return 0.0
    mean = np.average(colours, axis=0, weights=counts)
    variance = np.average(((colours - mean) ** 2).sum(axis=1), weights=counts)
    return float(variance * counts.sum() ** 0.6)


def _paletted(pixels: np.ndarray) -> bytes:
    """Encodes an image as a PNG with a palette."""
    height, width, _ = pixels.shape
    palette, index = _palette(pixels)
    rows = np.zeros((height, width + 1), np.uint8)
    rows[:, 1:] = index.reshape(height, width)
    out = io.BytesIO()
    out.write(b"\x89PNG\r\n\x1a\n")
    for kind, body in (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", palette.tobytes()),
        (b"IDAT", zlib.compress(rows.tobytes(), 9)),
        (b"IEND", b""),
    ):
        out.write(struct.pack(">I", len(body)) + kind + body)
        out.write(struct.pack(">I", zlib.crc32(kind + body)))
    return out.getvalue()


def _take(browser: Browser, site: str, picture: Picture) -> None:
    """Takes one picture and keeps it.

    Raises:
        SetupError: when it is bigger than a README should load.
    """
    small = _paletted(_pixels(browser, _shoot(browser, site, picture)))
    if len(small) > MOST_BYTES:
        raise SetupError(f"{picture.name}.png has {len(small)} bytes; expected {MOST_BYTES}")
    (FOLDER / f"{picture.name}.png").write_bytes(small)
    print(f"docs/images/{picture.name}.png: {len(small)} bytes")


def main() -> int:
    """Takes every picture; prints one line for each, and one on a failure."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    try:
        with _served() as site, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            for picture in PICTURES:
                _take(browser, site, picture)
            browser.close()
    except SetupError as error:
        print(f"pictures.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
