"""Drives a headless Chromium over its DevTools protocol, with nothing but the standard library."""

import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time

HOW_TO_INSTALL = "apt-get install chromium, brew install --cask chromium, or CHROMIUM=/path/to/it"


def find():
    """Where Chromium is, or None."""
    names = [os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome"]
    return next((path for path in map(shutil.which, filter(None, names)) if path), None)


class Browser:
    """One page of a browser of its own, whose complaints and requests are noted.

    The protocol runs over two pipes, which the browser has as its file descriptors 3 and 4.
    """

    def __init__(self, path, width=1600, height=1100):
        self.events = []
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        command_end, self.commands = os.pipe()
        self.answers, answer_end = os.pipe()
        arguments = [
            path, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
            "--hide-scrollbars", f"--window-size={width},{height}",
            f"--user-data-dir={self.profile.name}", "--remote-debugging-pipe",
        ]
        redirect = f'exec "$@" 3<&{command_end} 4>&{answer_end}'
        self.process = subprocess.Popen(
            ["bash", "-c", redirect, "bash", *arguments],
            pass_fds=(command_end, answer_end),
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        os.close(command_end)
        os.close(answer_end)
        self.buffer = b""
        self.number = 0
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self.session = attached["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network", "Accessibility"]:
            self.call(f"{domain}.enable")
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=False,
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.commands)
        os.close(self.answers)
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.profile.cleanup()

    # The protocol

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive(timeout=60)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def receive(self, timeout):
        while b"\0" not in self.buffer:
            if not select.select([self.answers], [], [], timeout)[0]:
                raise TimeoutError("the browser does not answer")
            chunk = os.read(self.answers, 1 << 20)
            if not chunk:
                raise RuntimeError("the browser has gone")
            self.buffer += chunk
        text, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(text)
        if "method" in message:
            self.events.append(message)
        return message

    # The page

    def open(self, path):
        """Opens a file and waits until the page says that it is ready."""
        self.events.clear()
        self.call("Page.navigate", url="file://" + os.path.abspath(path))
        deadline = time.monotonic() + 60
        while not self.evaluate("document.documentElement?.dataset.ready ?? ''"):
            if time.monotonic() > deadline:
                raise TimeoutError("the page does not become ready")
            time.sleep(0.02)

    def evaluate(self, expression):
        answer = self.call(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def press(self, key, shift=False):
        codes = {
            "Tab": 9, "Enter": 13, "Escape": 27, "End": 35, "Home": 36,
            "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40,
        }
        event = {
            "key": key, "code": key, "windowsVirtualKeyCode": codes[key],
            "modifiers": 8 if shift else 0,
        }
        if key == "Enter":
            event["text"] = "\r"
        self.call("Input.dispatchKeyEvent", type="keyDown", **event)
        event.pop("text", None)
        self.call("Input.dispatchKeyEvent", type="keyUp", **event)

    def point(self, selector):
        """Moves the pointer onto an element, and returns where it is."""
        x, y = self.evaluate(
            f"(() => {{ const element = document.querySelector({json.dumps(selector)});"
            "element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });"
            "const box = element.getBoundingClientRect();"
            "return [box.left + Math.min(9, box.width / 2), box.top + box.height / 2]; })()"
        )
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        return x, y

    def click(self, selector):
        x, y = self.point(selector)
        for kind in ["mousePressed", "mouseReleased"]:
            self.call(
                "Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1
            )

    def prefer(self, **features):
        """Pretends preferences of the user, such as prefers_color_scheme="dark"."""
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": name.replace("_", "-"), "value": value} for name, value in features.items()
        ])

    # What was noted

    def of(self, *methods):
        return [event["params"] for event in self.events if event["method"] in methods]

    def complaints(self):
        """Errors, warnings and dialogs since the page was opened."""
        said = [
            entry for entry in self.of("Runtime.consoleAPICalled")
            if entry["type"] in ("error", "warning", "assert")
        ]
        return said + self.of(
            "Runtime.exceptionThrown", "Log.entryAdded", "Page.javascriptDialogOpening"
        )

    def requests(self):
        """The addresses that the page asked for, but for data in the page itself."""
        asked = [entry["request"]["url"] for entry in self.of("Network.requestWillBeSent")]
        sockets = [entry["url"] for entry in self.of("Network.webSocketCreated")]
        return [url for url in asked + sockets if not url.startswith("data:")]
