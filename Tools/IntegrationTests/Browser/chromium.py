"""Drives a headless Chromium over its DevTools protocol, with nothing but the standard library."""

import base64
import json
import os
import pathlib
import select
import shutil
import signal
import subprocess
import tempfile
import time

# So that a page looks alike on all machines that have Debian's usual fonts.
FONTS = pathlib.Path(__file__).with_name("fonts.conf")
KEYS = {
    "Tab": 9, "Enter": 13, "Escape": 27, "PageUp": 33, "PageDown": 34, "End": 35, "Home": 36,
    "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40,
    "Backspace": 8, "Delete": 46,
}
# On an American keyboard: what a key writes, alone and with the shift key.
WRITES = {
    "Space": "  ", "Minus": "-_", "Equal": "=+", "BracketLeft": "[{", "BracketRight": "]}",
    "Comma": ",<", "Period": ".>", "Slash": "/?", "Semicolon": ";:", "Quote": "'\"",
    **{f"Digit{number}": f"{number}{sign}" for number, sign in enumerate(")!@#$%^&*(")},
    **{f"Key{letter}": letter.lower() + letter for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"},
}
SHIFTED = {shifted for plain, shifted in WRITES.values() if shifted != plain}
CODES = {character: code for code, pair in WRITES.items() for character in pair}
MODIFIERS = {"alt": 1, "ctrl": 2, "meta": 4, "shift": 8}


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
            env={**os.environ, "FONTCONFIG_FILE": str(FONTS)},
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
        self.screen(width, height)

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

    def open(self, file, fragment="", scripts=True):
        """Opens a file, and waits until the page says that it is ready; without scripts, until it is there."""
        self.call("Page.navigate", url="about:blank")
        self.call("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.events.clear()
        address = pathlib.Path(file).resolve().as_uri()
        self.call("Page.navigate", url=address + (fragment and f"#{fragment}"))
        ready = "document.documentElement?.dataset.ready ?? ''"
        loaded = "location.protocol === 'file:' && document.readyState === 'complete'"
        self.wait(ready if scripts else loaded)

    def wait(self, expression, timeout=60):
        """Waits until something is true of the page, and returns it."""
        deadline = time.monotonic() + timeout
        while not (value := self.evaluate(expression)):
            if self.of("Runtime.exceptionThrown"):
                raise RuntimeError(f"the page has failed: {self.complaints()}")
            if time.monotonic() > deadline:
                raise TimeoutError(f"it does not become true: {expression}")
            time.sleep(0.02)
        return value

    def evaluate(self, expression):
        answer = self.call(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    # The keyboard and the clipboard

    def press(self, key, **modifiers):
        """Presses a key, named as KeyboardEvent.key does, with shift, ctrl, alt or meta where true."""
        modifiers["shift"] = modifiers.get("shift") or key in SHIFTED
        event = {
            "key": key, "code": CODES.get(key, key if key in KEYS else ""),
            "windowsVirtualKeyCode": KEYS.get(key) or (ord(key.upper()) if key.isalnum() else 0),
            "modifiers": bits(modifiers),
        }
        text = "\r" if key == "Enter" else "" if key in KEYS else key
        if text and not modifiers.get("ctrl") and not modifiers.get("meta"):
            self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **event)
        else:
            self.call("Input.dispatchKeyEvent", type="rawKeyDown", **event)
        self.call("Input.dispatchKeyEvent", type="keyUp", **event)

    def type(self, text):
        for character in text:
            self.press(character)

    def clipboard(self):
        """The text that was copied last."""
        self.permit("clipboardReadWrite", "clipboardSanitizedWrite")
        return self.evaluate("navigator.clipboard.readText()")

    def permit(self, *permissions):
        session, self.session = self.session, None
        self.call("Browser.grantPermissions", permissions=permissions)
        self.session = session

    # The mouse and fingers

    def place(self, selector, across=0.5, down=0.5):
        """Where a part of an element is, which is scrolled into view."""
        return tuple(self.evaluate(
            f"(() => {{ const element = document.querySelector({json.dumps(selector)});"
            "element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });"
            "const box = element.getBoundingClientRect();"
            f"return [box.left + box.width * {across}, box.top + box.height * {down}]; }})()"
        ))

    def point(self, selector):
        """Moves the pointer onto an element, and returns where it is."""
        x, y = self.evaluate(
            f"(() => {{ const element = document.querySelector({json.dumps(selector)});"
            "element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });"
            "const box = element.getBoundingClientRect();"
            "return [box.left + Math.min(9, box.width / 2), box.top + box.height / 2]; })()"
        )
        self.mouse("mouseMoved", (x, y))
        return x, y

    def mouse(self, kind, place, **details):
        self.call("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], **details)

    def click(self, selector):
        self.drag(self.point(selector))

    def drag(self, start, *places, steps=8):
        """Drags with the mouse from a place to others, in a straight line to each."""
        button = {"button": "left", "buttons": 1}
        self.mouse("mousePressed", start, clickCount=1, **button)
        for place in path(start, *places, steps=steps):
            self.mouse("mouseMoved", place, **button)
        self.mouse("mouseReleased", (start, *places)[-1], clickCount=1, button="left")

    def wheel(self, place, across=0, down=0, **modifiers):
        """Turns the wheel at a place; ctrl=True is also what pinching a trackpad says."""
        self.mouse("mouseWheel", place, deltaX=across, deltaY=down, modifiers=bits(modifiers))

    def touch(self, start, *places, steps=8):
        """Puts a finger on a place, moves it to others, and lifts it: a tap, if there are none."""
        for kind, points in [
            ("touchStart", [start]),
            *(("touchMove", [place]) for place in path(start, *places, steps=steps)),
            ("touchEnd", []),
        ]:
            self.call(
                "Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y} for x, y in points]
            )

    # What the user has, and wants

    def screen(self, width, height, phone=False):
        """Another size; that of a phone is touched, and each of its points is two by two pixels."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=2 if phone else 1, mobile=phone,
        )
        self.call("Emulation.setTouchEmulationEnabled", enabled=phone, maxTouchPoints=5)

    def prefer(self, media="", **features):
        """Pretends preferences of the user, such as prefers_color_scheme="dark", or media="print"."""
        self.call("Emulation.setEmulatedMedia", media=media, features=[
            {"name": name.replace("_", "-"), "value": value} for name, value in features.items()
        ])

    # Pictures

    def picture(self, file, selector=None, height=None):
        """Writes a PNG of the page down to its end or a height, or of an element."""
        box = self.evaluate(f"""(() => {{
          const box = document.querySelector({json.dumps(selector or "html")}).getBoundingClientRect();
          return {{ x: box.x + scrollX, y: box.y + scrollY, width: box.width, height: box.height }};
        }})()""")
        if height:
            box["height"] = height
        shot = self.call(
            "Page.captureScreenshot", clip={**box, "scale": 1}, captureBeyondViewport=True
        )
        pathlib.Path(file).write_bytes(base64.b64decode(shot["data"]))

    def pdf(self, file):
        """Prints the page into a file, as the browser does without further ado."""
        printed = self.call("Page.printToPDF", preferCSSPageSize=True)
        pathlib.Path(file).write_bytes(base64.b64decode(printed["data"]))

    # How fast it is

    def frames(self, action):
        """The milliseconds between the frames that the page had a chance to draw during an action.

        Of what a user feels these have all that the page's own work costs, since that keeps the next
        frame from beginning; a trace would add what the compositor does, which no script is to blame for.
        """
        self.evaluate("""(() => {
          window.framesOfTest = [];
          const note = (time) => {
            window.framesOfTest?.push(time);
            if (window.framesOfTest) requestAnimationFrame(note);
          };
          return new Promise((done) => requestAnimationFrame((time) => { note(time); done(); }));
        })()""")
        action()
        times = self.evaluate("""new Promise((done) => requestAnimationFrame(() => {
          const times = window.framesOfTest;
          delete window.framesOfTest;
          done(times);
        }))""")
        return [later - earlier for earlier, later in zip(times, times[1:])]

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


def bits(modifiers):
    return sum(MODIFIERS[name] for name, is_down in modifiers.items() if is_down)


def path(start, *places, steps):
    """Steps on the way from place to place, the last of each way being that place."""
    for end in places:
        for step in range(1, steps + 1):
            yield tuple(a + (b - a) * step / steps for a, b in zip(start, end))
        start = end


def pages(pdf, folder, resolution=96):
    """The pages of a PDF as PNG files, in their order."""
    subprocess.run(
        ["pdftoppm", "-png", "-r", str(resolution), pdf, os.path.join(folder, "page")], check=True
    )
    return sorted(pathlib.Path(folder).glob("page-*.png"))
