"""Browsers without a screen, for the tests of the page: Chromium, driven by the DevTools protocol, Firefox and WebKit, by W3C's WebDriver."""

import base64
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request


class Window:
    """What each of them can do. A browser says how it goes to an address, runs an expression, presses a key, chooses a file, and ends."""

    name = None
    programs = []

    @classmethod
    def missing(cls):
        """The programs of this browser that are not installed."""
        return [program for program in cls.programs if not shutil.which(program)]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def open(self, url, until="document.readyState === 'complete'", seconds=60):
        """Opens a page, and waits for an expression to be true."""
        self.go(url)
        self.wait(until, seconds)

    def open_recording(self, page, address=""):
        """Opens a page with a recording, and waits for its first step."""
        self.open("about:blank")
        self.open(f"file://{page}{address}", until="/^(?!Opening)./.test(document.getElementById('ending')?.textContent ?? '')")
        self.wait("document.getElementById('now').textContent !== '' || document.querySelector('main').hidden")

    def wait(self, until, seconds=60):
        end = time.monotonic() + seconds
        while not self.run(until):
            if time.monotonic() > end:
                raise RuntimeError(f"in {self.name}, the page never came to {until}")
            time.sleep(0.02)


class Chromium(Window):
    """Messages go through a pipe, each ended by a zero byte."""

    name = "Chromium"
    programs = ["chromium"]

    def __init__(self, size=(1400, 1000), flags=()):
        self.profile = tempfile.mkdtemp(prefix="rewind-page-")
        to_browser, self._output = os.pipe()
        self._input, from_browser = os.pipe()

        def connect():
            # The browser reads from descriptor 3 and writes to 4.
            os.dup2(to_browser, 103), os.dup2(from_browser, 104)
            os.dup2(103, 3), os.dup2(104, 4)

        self._process = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe", "--no-first-run",
             f"--user-data-dir={self.profile}", f"--window-size={size[0]},{size[1]}", *flags, "about:blank"],
            preexec_fn=connect, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser), os.close(from_browser)
        self._number, self._left, self.events = 0, b"", []
        targets = self._send("Target.getTargets")["targetInfos"]
        page = next(target for target in targets if target["type"] == "page")
        self._session = self._send("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Network"]:
            self.send(domain + ".enable")

    def end(self):
        self._process.kill()
        self._process.wait()
        os.close(self._output), os.close(self._input)
        shutil.rmtree(self.profile, ignore_errors=True)

    def send(self, method, **parameters):
        return self._send(method, self._session, **parameters)

    def _send(self, method, session=None, **parameters):
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._output, data):]
        while True:
            answer = self._receive()
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def _receive(self):
        parts = self._left.split(b"\0", 1)
        chunks = [parts[0]]
        while len(parts) < 2:
            chunk = os.read(self._input, 1 << 20)
            if not chunk:
                raise RuntimeError("the browser ended")
            parts = chunk.split(b"\0", 1)
            chunks.append(parts[0])
        self._left = parts[1]
        return json.loads(b"".join(chunks))

    def go(self, url):
        self.send("Page.navigate", url=url)

    def run(self, expression):
        """What an expression comes to; a promise is waited for."""
        answer = self.send("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"].get("exception", answer["exceptionDetails"]).get("description", str(answer)))
        return answer["result"].get("value")

    def press(self, key):
        for kind in ["keyDown", "keyUp"]:
            self.send("Input.dispatchKeyEvent", type=kind, key=key, text=key if len(key) == 1 and kind == "keyDown" else "")

    def choose(self, selector, file):
        node = self.send("Runtime.evaluate", expression=f"document.querySelector({json.dumps(selector)})")["result"]["objectId"]
        self.send("DOM.setFileInputFiles", files=[file], objectId=node)

    def screenshot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.send("Page.captureScreenshot")["data"]))

    def requests(self):
        """The addresses that were asked for so far."""
        self.run("0")
        return [event["params"]["request"]["url"] for event in self.events if event.get("method") == "Network.requestWillBeSent"]

    def errors(self):
        """What the page's script failed with so far."""
        return [event["params"]["exceptionDetails"] for event in self.events if event.get("method") == "Runtime.exceptionThrown"]


class WebDriver(Window):
    """Commands of W3C's protocol, named as it names them; a browser says how they reach it."""

    KEYS = {"Enter": "\ue007", "End": "\ue010", "Home": "\ue011", "ArrowLeft": "\ue012"}

    def __init__(self, size=(1400, 1000)):
        self.profile, self._processes = tempfile.mkdtemp(prefix="rewind-page-"), []
        try:
            self.begin()
            self.send("SetTimeouts", script=300_000, pageLoad=300_000)
            self.send("SetWindowRect", width=size[0], height=size[1])
        except BaseException:
            self.end()
            raise

    def start(self, *words, **more):
        self._processes.append(subprocess.Popen(words, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **{"stdout": subprocess.DEVNULL, **more}))
        return self._processes[-1]

    def end(self):
        for process in reversed(self._processes):
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def go(self, url):
        self.send("Navigate", url=url)
        self.run("addEventListener('error', (event) => { (window.failures ??= []).push(event.message); })")

    def run(self, expression):
        """What an expression comes to; a promise is waited for."""
        # As a text: the driver of WebKit does not parse every value.
        script = (f"const tell = (answer) => arguments[0](JSON.stringify(answer)); "
                  f"Promise.resolve().then(() => ({expression})).then((value) => tell({{value}}), (error) => tell({{error: String(error)}}))")
        answer = json.loads(self.send("ExecuteAsyncScript", script=script, args=[]))
        if "error" in answer:
            raise RuntimeError(f"{self.name}: {answer['error']}")
        return answer.get("value")

    def press(self, key):
        actions = [{"type": kind, "value": self.KEYS.get(key, key)} for kind in ["keyDown", "keyUp"]]
        self.send("PerformActions", actions=[{"type": "key", "id": "keyboard", "actions": actions}])

    def choose(self, selector, file):
        [element] = self.send("FindElement", using="css selector", value=selector).values()
        self.send("ElementSendKeys", id=element, text=file)

    def requests(self):
        """The addresses that were asked for so far."""
        return self.run("performance.getEntriesByType('resource').map((entry) => entry.name)")

    def errors(self):
        """What the page's script failed with so far."""
        return self.run("window.failures ?? []")


class Firefox(WebDriver):
    """Firefox understands the commands itself: each message is its length and JSON."""

    name = "Firefox"
    programs = ["firefox-esr"]

    def begin(self):
        with open(os.path.join(self.profile, "user.js"), "w") as file:
            file.write('user_pref("marionette.port", 0);\n')
        self.start("firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", self.profile, env={**os.environ, "HOME": self.profile})
        address = os.path.join(self.profile, "MarionetteActivePort")
        eventually(lambda: os.path.exists(address) and os.path.getsize(address), "Firefox starts")
        with open(address) as file:
            self._socket = socket.create_connection(("127.0.0.1", int(file.read())))
        self._stream, self._number = self._socket.makefile("rb"), 0
        self._receive()
        self.send("NewSession")

    def send(self, command, **parameters):
        self._number += 1
        message = json.dumps([0, self._number, f"WebDriver:{command}", parameters]).encode()
        self._socket.sendall(b"%d:%b" % (len(message), message))
        _, _, error, answer = self._receive()
        if error:
            raise RuntimeError(f"{command}: {error}")
        return answer["value"] if set(answer) == {"value"} else answer

    def _receive(self):
        size = b""
        while (byte := self._stream.read(1)) != b":":
            if not byte:
                raise RuntimeError("Firefox ended")
            size += byte
        return json.loads(self._stream.read(int(size)))


class WebKit(WebDriver):
    """WebKitGTK: its small browser, behind a server of commands, on a screen in memory."""

    name = "WebKit"
    programs = ["WebKitWebDriver", "Xvfb"]
    PATHS = {
        "Navigate": "url", "SetTimeouts": "timeouts", "SetWindowRect": "window/rect", "ExecuteAsyncScript": "execute/async", "FindElement": "element",
        "ElementSendKeys": "element/{id}/value", "PerformActions": "actions",
    }

    def begin(self):
        screen = self.start("Xvfb", "-displayfd", "1", "-screen", "0", "1600x1800x24", stdout=subprocess.PIPE).stdout.readline().decode().strip()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        environment = {**os.environ, "DISPLAY": f":{screen}", "HOME": self.profile, "GDK_BACKEND": "x11", "WEBKIT_DISABLE_DMABUF_RENDERER": "1"}
        self.start("WebKitWebDriver", f"--port={port}", "--host=127.0.0.1", env=environment)
        self._address = f"http://127.0.0.1:{port}/session"
        eventually(lambda: socket.socket().connect_ex(("127.0.0.1", port)) == 0, "WebKitWebDriver starts")
        self._address += f"/{self._ask('POST', '', {'capabilities': {}})['sessionId']}"

    def end(self):
        try:
            self._ask("DELETE", "", None)
        except (AttributeError, OSError, RuntimeError):
            pass  # it never started, or has ended
        super().end()

    def send(self, command, **parameters):
        return self._ask("POST", "/" + self.PATHS[command].format_map(parameters), parameters)

    def _ask(self, method, path, parameters):
        request = urllib.request.Request(self._address + path, method=method, data=json.dumps(parameters).encode() if parameters else None)
        try:
            with urllib.request.urlopen(request, timeout=400) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{path}: {error.read().decode()}") from None


def eventually(is_true, what, seconds=60):
    end = time.monotonic() + seconds
    while not is_true():
        if time.monotonic() > end:
            raise RuntimeError(f"not within {seconds} s: {what}")
        time.sleep(0.05)


Browser = Chromium  # where one will do
