#!/usr/bin/env python3
"""Makes the README's picture of the page: the crash, at the step before it."""

import os
import subprocess
import sys
import tempfile

from browser import Chromium

root = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
rewind = os.environ.get("REWIND", os.path.join(root, ".build", "debug", "rewind"))
with tempfile.TemporaryDirectory() as folder, Chromium() as browser:
    page = os.path.join(folder, "crash.html")
    subprocess.run([rewind, "report", "crash.rewind", "-o", page], cwd=os.path.join(root, "Fixtures"), check=True)
    browser.send("Emulation.setDeviceMetricsOverride", width=1240, height=1690, deviceScaleFactor=1, mobile=False)
    browser.open(f"file://{page}#step=66", until="document.getElementById('now')?.textContent.startsWith('step 66')")
    browser.wait("document.querySelector('#state .node') !== null && document.querySelector('#story-body .story') !== null")
    browser.screenshot(os.path.join(root, ".github", "page.png") if len(sys.argv) < 2 else sys.argv[1])
