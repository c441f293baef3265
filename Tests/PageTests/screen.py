#!/usr/bin/env python3
"""Makes the README's picture of the full screen: the crash, at the step before it."""

import base64
import html
import os
import re
import struct
import subprocess
import sys
import tempfile
import time
import zlib

from browser import Chromium

COLUMNS, ROWS = 110, 30
# At the crash, watch what the state holds of running requests; then go one step back.
KEYS = ["Escape", "/", *"saving", "Enter", "w", ",", "Enter"]
COLOURS = ["#5c6370", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d7dae0"]
STYLE = """
body { margin: 0; background: #21252b }
pre { margin: 0; padding: 14px 16px; width: max-content; color: #d7dae0; background: #21252b; font: 14px/19px 'DejaVu Sans Mono', monospace }
span { display: inline-block; height: 19px; vertical-align: top }
"""


def screen(root, rewind):
    """What the terminal shows after the keys, with the sequences of its colours."""
    with tempfile.TemporaryDirectory() as folder:
        def tmux(*arguments):
            return subprocess.run(
                ["tmux", "-S", os.path.join(folder, "socket"), "-f", "/dev/null", *arguments], cwd=root, capture_output=True, text=True,
                check=True).stdout

        def settled(before):
            """The screen, once it is another one than before and has stopped changing."""
            end = time.monotonic() + 10
            last = tmux("capture-pane", "-e", "-p", "-N")
            while time.monotonic() < end:
                time.sleep(0.2)
                now = tmux("capture-pane", "-e", "-p", "-N")
                if now == last != before and now.strip():
                    return now
                last = now
            raise RuntimeError(f"the screen stayed as it was:\n{last}")

        environment = [word for name in ["NO_COLOR", "COLORTERM"] for word in ("-u", name)]
        tmux("-u", "new-session", "-d", "-x", str(COLUMNS), "-y", str(ROWS), "env", *environment, rewind, "step", "Fixtures/crash.rewind")
        try:
            shown = settled("")
            for key in KEYS:
                tmux("send-keys", key)
                shown = settled(shown)
            return shown
        finally:
            tmux("kill-server")


def spans(text):
    """Text with SGR sequences as HTML."""
    parts = re.split(r"\x1b\[([\d;]*)m", text)
    bold = faint = reverse = False
    colour = None
    found = [html.escape(parts[0])]
    for codes, part in zip(parts[1::2], parts[2::2]):
        for code in (int(code or 0) for code in codes.split(";")):
            if code == 0:
                bold = faint = reverse = False
                colour = None
            elif code in (1, 2, 7):
                bold, faint, reverse = bold or code == 1, faint or code == 2, reverse or code == 7
            elif 30 <= code <= 37:
                colour = COLOURS[code - 30]
            elif code == 39:
                colour = None
            elif code != 49:
                raise RuntimeError(f"this picture knows no SGR {code}")
        ink = colour or "#d7dae0"
        style = f"color: #21252b; background: {ink}" if reverse else f"color: {ink}"
        style += "; font-weight: bold" * bold + "; opacity: 0.6" * (faint and not reverse)
        # A background belongs to one line: a box of several would be as wide as the widest.
        found.append("\n".join(f'<span style="{style}">{html.escape(line)}</span>' if line else "" for line in part.split("\n")))
    return "".join(found)


# Pixels as numbers of a palette: colours that differ in their last four bits only are one, the most frequent of them.
PALETTE = """(async () => {
    const image = await createImageBitmap(await (await fetch("data:image/png;base64,IMAGE")).blob());
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
    context.drawImage(image, 0, 0);
    const pixels = new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
    const counts = new Map(), colours = [], numbers = new Map();
    for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
    for (const [pixel] of [...counts].sort((a, b) => b[1] - a[1])) {
        const like = pixel & 0xf0f0f0;
        if (!numbers.has(like)) numbers.set(like, colours.push([pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255]) - 1);
    }
    const text = Array.from(pixels, pixel => String.fromCharCode(numbers.get(pixel & 0xf0f0f0))).join("");
    return {width: image.width, height: image.height, colours, pixels: btoa(text)};
})()"""


def small(browser, image):
    """The PNG with a palette, a third of the size of the browser's."""
    found = browser.run(PALETTE.replace("IMAGE", image))
    width, height, pixels = found["width"], found["height"], base64.b64decode(found["pixels"])
    rows = b"".join(b"\0" + pixels[start:start + width] for start in range(0, width * height, width))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)) + chunk(
        b"PLTE", bytes(sum(found["colours"], []))) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")


root = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
rewind = os.environ.get("REWIND", os.path.join(root, ".build", "debug", "rewind"))
text = screen(root, rewind).rstrip("\n")
with tempfile.TemporaryDirectory() as folder, Chromium() as browser:
    page = os.path.join(folder, "screen.html")
    with open(page, "w", encoding="utf-8") as file:
        file.write(f"<!doctype html><meta charset=utf-8><style>{STYLE}</style><pre>{spans(text)}</pre>")
    browser.open(f"file://{page}", until="document.querySelector('pre') !== null")
    width, height = browser.run("['Width', 'Height'].map(side => Math.ceil(document.querySelector('pre')['offset' + side]))")
    browser.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2, mobile=False)
    image = browser.send("Page.captureScreenshot")["data"]
    with open(os.path.join(root, ".github", "screen.png") if len(sys.argv) < 2 else sys.argv[1], "wb") as file:
        file.write(small(browser, image))
