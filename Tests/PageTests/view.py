#!/usr/bin/env python3
"""Checks `rewind view`: what it serves, and that the page follows an app that records until it ends."""

import glob
import os
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

from browser import Chromium

root = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
build = os.environ.get("BUILD", os.path.join(root, ".build", "debug"))
failures = []


def check(is_right, what):
    if not is_right:
        failures.append(what)


def get(url):
    try:
        with urllib.request.urlopen(url, timeout=30) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


class View:
    def __init__(self, *arguments, environment):
        self.process = subprocess.Popen(
            [os.path.join(build, "rewind"), "view", "--no-open", *arguments], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.url = self.process.stdout.readline().decode().strip()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


def text(browser, name):
    return browser.run(f"document.getElementById('{name}').textContent")


with tempfile.TemporaryDirectory() as folder, Chromium() as browser:
    environment = dict(os.environ, REWIND_HOME=os.path.join(folder, "home"), REWIND_RECORD=os.path.join(folder, "recorded"))
    fixture = os.path.join(root, "Fixtures", "crash.rewind")
    with View(fixture, environment=environment) as view:
        status, headers, recording = get(view.url + "recording?after=0")
        check((status, recording) == (200, open(fixture, "rb").read()), "the recording is served as it is")
        check(headers["Rewind-Live"] == "no" and get(view.url + "recording?after=1")[2] == b"", "a sealed recording is served once")
        for wrong in [view.url + "other", view.url[:-2] + "/", view.url.rsplit("/", 2)[0] + "/", view.url.rsplit("/", 2)[0] + "/x/recording"]:
            check(get(wrong)[0] == 404, f"{wrong} is not found")
        browser.open(view.url, until="document.getElementById('now')?.textContent.startsWith('step 66')")
    with View(environment=environment) as view:
        browser.open(view.url, until="document.getElementById('choose')?.hidden === false")

    app = subprocess.Popen(
        [os.path.join(build, "Episodes"), "--script", "-", "--latency", "0"], env=environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    app.stdin.write(b"wait home.loaded\n" + b"sleep 1\nkey down\n" * 5)
    app.stdin.close()
    found = []
    while not found:
        found = glob.glob(os.path.join(environment["REWIND_RECORD"], "*.live", "manifest.json"))
    directory = os.path.dirname(found[0])
    with View(directory, environment=environment) as view:
        browser.open(view.url, until="document.getElementById('source')?.textContent.includes('is recording')")
        steps = browser.run("document.getElementById('list').querySelectorAll('.row').length")
        browser.wait(f"document.getElementById('list').querySelectorAll('.row').length > {steps}")
        browser.wait("document.querySelector('.row:last-child').getAttribute('aria-selected') === 'true'")
        app.wait()
        browser.wait("document.getElementById('source').textContent === ''")
        check(text(browser, "ending") == "Episodes finished", f"the page knows the end: {text(browser, 'ending')}")
    thrown = [event["params"] for event in browser.events if event.get("method") == "Runtime.exceptionThrown"]
    check(not thrown, f"an exception: {thrown[:1]}")

print("\n".join(failures) or "view: all as it should be")
sys.exit(1 if failures else 0)
