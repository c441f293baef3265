"""A headless Chromium, driven through its pipe: messages of the DevTools protocol, each ended by a zero byte."""

import json
import os
import shutil
import subprocess
import tempfile
import time


class Browser:
    def __init__(self, size=(1400, 1000), flags=()):
        self.profile = tempfile.mkdtemp(prefix="rewind-page-")
        to_browser, self._output = os.pipe()
        self._input, from_browser = os.pipe()

        def connect():
            # The browser reads from descriptor 3 and writes to 4.
            os.dup2(to_browser, 13), os.dup2(from_browser, 14)
            os.dup2(13, 3), os.dup2(14, 4)

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

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.kill()
        self._process.wait()
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

    def open(self, url, until="document.readyState === 'complete'", seconds=60):
        """Opens a page, and waits for an expression to be true."""
        self.send("Page.navigate", url=url)
        self.wait(until, seconds)

    def open_recording(self, page, address=""):
        """Opens a page with a recording, and waits for its first step."""
        self.open("about:blank")
        self.open(f"file://{page}{address}", until="document.getElementById('ending')?.textContent.startsWith('Opening') === false")
        self.wait("document.getElementById('now').textContent !== '' || document.querySelector('main').hidden")

    def wait(self, until, seconds=60):
        end = time.monotonic() + seconds
        while not self.run(until):
            if time.monotonic() > end:
                raise RuntimeError(f"the page never came to {until}")
            time.sleep(0.02)

    def run(self, expression):
        """What an expression comes to; a promise is waited for."""
        answer = self.send("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"].get("exception", answer["exceptionDetails"]).get("description", str(answer)))
        return answer["result"].get("value")

    def press(self, key):
        for kind in ["keyDown", "keyUp"]:
            self.send("Input.dispatchKeyEvent", type=kind, key=key, text=key if len(key) == 1 and kind == "keyDown" else "")

    def screenshot(self, path):
        import base64
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.send("Page.captureScreenshot")["data"]))

    def requests(self):
        """The addresses that were asked for so far."""
        self.run("0")
        return [event["params"]["request"]["url"] for event in self.events if event.get("method") == "Network.requestWillBeSent"]
