#!/usr/bin/env python3
"""A small server that is told which devices to reach, and what arrived on them.

usage: server.py [--port N] [--outage SECONDS]

- PUT  /accounts/ACCOUNT/device     what one installation of the app is for an account, or that it is
                                    nothing any more. The latest revision holds, whatever arrives last.
- POST /accounts/ACCOUNT/receipts   what became of pushes. Each is kept once, however often it comes.
- GET  /                            everything that is known.

Whoever speaks for an account has the token "token-of-ACCOUNT"; nobody else is listened to. With an
outage, every request that comes in the first so many seconds is answered with 503.

It keeps everything in memory, and nothing of it when it ends. Python's standard library is enough.
"""
import argparse
import http.server
import json
import re
import threading
import time

PATH = re.compile(r"/accounts/([^/]+)/(device|receipts)")
MAXIMUM_BYTE_COUNT = 1 << 20


class Directory:
    """Which devices there are, and what was received on them."""

    def __init__(self):
        self.lock = threading.Lock()
        self.devices = {}
        self.receipts = {}
        self.doubles = 0
        self.lost = 0

    def put_device(self, account, request):
        """Keeps what holds, and that an account was taken off too, or a late request would undo it."""
        key = (account, request["installation"])
        with self.lock:
            known = self.devices.get(key)
            if known is None or request["revision"] > known["revision"]:
                self.devices[key] = {"revision": request["revision"], "device": request["device"]}

    def add_receipts(self, account, request):
        with self.lock:
            self.lost += request.get("lost", 0)
            for receipt in request["receipts"]:
                if receipt["id"] in self.receipts:
                    self.doubles += 1
                else:
                    self.receipts[receipt["id"]] = {**receipt, "account": account}

    def everything(self):
        with self.lock:
            return {
                "devices": [
                    {"account": account, "installation": installation, **entry["device"]}
                    for (account, installation), entry in sorted(self.devices.items())
                    if entry["device"] is not None
                ],
                "doubles": self.doubles,
                "lost": self.lost,
                "receipts": list(self.receipts.values()),
            }


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.answer(200, self.server.directory.everything())

    def do_PUT(self):
        self.take("device", self.server.directory.put_device)

    def do_POST(self):
        self.take("receipts", self.server.directory.add_receipts)

    def take(self, kind, note):
        """Takes a request if it is one of that kind, and from who may make it."""
        body = self.body()
        if body is None:
            return
        path = PATH.fullmatch(self.path)
        if time.monotonic() < self.server.well_at:
            return self.answer(503, {"error": "out of order"}, {"Retry-After": "5"})
        if not path or path[2] != kind:
            return self.answer(404, {"error": "there is nothing here"})
        account = path[1]
        if self.headers.get("Authorization") != f"Bearer token-of-{account}":
            return self.answer(401, {"error": "who are you?"}, {"WWW-Authenticate": "Bearer"})
        try:
            note(account, json.loads(body))
        except (ValueError, KeyError, TypeError) as error:
            return self.answer(400, {"error": f"{type(error).__name__}: {error}"})
        self.answer(200, {})

    def body(self):
        """What was sent; None if it is too long, which has been answered then."""
        length = int(self.headers.get("Content-Length") or 0)
        if length > MAXIMUM_BYTE_COUNT:
            self.close_connection = True
            self.answer(413, {"error": f"more than {MAXIMUM_BYTE_COUNT} bytes"})
            return None
        return self.rfile.read(length)

    def answer(self, status, content, headers=None):
        data = json.dumps(content, indent=2, sort_keys=True).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--port", type=int, default=8080, help="0 for any that is free")
    parser.add_argument("--outage", type=float, default=0, metavar="SECONDS")
    options = parser.parse_args()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", options.port), Handler)
    server.directory = Directory()
    server.well_at = time.monotonic() + options.outage
    print(f"http://127.0.0.1:{server.server_address[1]}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
