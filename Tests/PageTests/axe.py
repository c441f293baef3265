#!/usr/bin/env python3
"""Runs axe-core in the page: light, dark and narrow, at the crash and with a value open. axe-core comes from PyPI, for this run only; without PyPI, nothing is checked."""

import glob
import json
import os
import subprocess
import sys
import tempfile
import zipfile

from browser import Chromium

root = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
rewind = os.environ.get("REWIND", os.path.join(root, ".build", "debug", "rewind"))
package = "axe-playwright-python==0.1.8"


def axe(folder):
    """The script of axe-core, out of the package that has it."""
    loaded = subprocess.run([sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check", "--no-deps", "-d", folder, package],
                            capture_output=True, text=True)
    if loaded.returncode:
        # As with a toolchain that can't make the page's core: a run without a network says so, and does not fail other people's work.
        print(f"skipped: the page's accessibility is not checked, as {package} could not be loaded from PyPI.\n{loaded.stderr}")
        sys.exit(0)
    with zipfile.ZipFile(glob.glob(os.path.join(folder, "*.whl"))[0]) as wheel:
        return wheel.read("axe_playwright_python/axe.min.js").decode()


def findings(browser, script):
    """What axe-core finds: one text for each rule that is broken."""
    browser.run(script + "; 0")
    rules = json.loads(browser.run("axe.run(document, {resultTypes: ['violations']}).then((result) => JSON.stringify(result.violations))"))
    return [f"{rule['id']}: {rule['help']} ({len(rule['nodes'])} ×): {rule['nodes'][0]['html'][:200]}" for rule in rules]


with tempfile.TemporaryDirectory() as folder, Chromium() as browser:
    script, page, failed, count = axe(folder), os.path.join(folder, "crash.html"), [], 0
    subprocess.run([rewind, "report", "crash.rewind", "-o", page], cwd=os.path.join(root, "Fixtures"), check=True, capture_output=True)
    for width in [1400, 360]:
        browser.send("Emulation.setDeviceMetricsOverride", width=width, height=1000, deviceScaleFactor=1, mobile=False)
        for scheme in ["light", "dark"]:
            browser.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
            for address in ["", "#step=66&path=/comments/comments"]:
                browser.open_recording(page, address)
                browser.wait("document.querySelector('#story-body').childElementCount > 0")
                if address:
                    browser.wait("document.querySelectorAll('#history tbody tr').length > 0")
                failed += [f"{width} px, {scheme}, {address or 'crash'}: {finding}" for finding in findings(browser, script)]
                count += 1
if failed:
    sys.exit("\n".join(failed))
print(f"axe-core has no findings in {count} views of the page")
