#!/usr/bin/env python3
"""The server of the article "Write the server". usage: small_server.py [--port N]"""
import http.server
import json
import re
import sys
import threading
import urllib.parse

lock = threading.Lock()
devices, owners, receipts, batches = {}, {}, {}, {}


def field(value, name, kind):
    if not isinstance(value, dict) or type(value.get(name)) is not kind:
        raise ValueError(name)
    return value[name]


def put_device(account, body, key):
    row, revision = (field(body, "installation", str), account), field(body, "revision", int)
    device = field(body, "device", dict) if body.get("device") is not None else None
    token = field(device, "token", str) if device is not None else None
    if row in devices and revision <= devices[row]["revision"]:
        return 200  # It has arrived late, and changes nothing.
    if device:
        highest, owner = owners.get(token, (0, row[0]))
        if owner != row[0] and highest > revision:
            return 409  # The token belongs to a later installation on the same device.
        owners[token] = max(highest, revision), row[0]
        for other, entry in devices.items():
            if other[0] != row[0] and entry["device"] and entry["device"]["token"] == token:
                entry["device"] = None
    devices[row] = {"revision": revision, "device": device}
    return 200


def post_receipts(account, body, key):
    new = {field(receipt, "id", str): receipt for receipt in field(body, "receipts", list)}
    batches[key] = field(body, "lost", int)
    for number, receipt in new.items():
        receipts.setdefault(number, {**receipt, "account": account})
    return 200


class Handler(http.server.BaseHTTPRequestHandler):
    def handle_request(self, routes):
        data = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        path = re.fullmatch("/accounts/([^/]+)/([a-z]+)", self.path)
        account = urllib.parse.unquote(path[1]) if path else None
        if not path or path[2] not in routes:
            return self.answer(404)
        if self.headers.get("Authorization") != f"Bearer token-of-{account}":
            return self.answer(401)
        try:
            with lock:
                status = routes[path[2]](account, json.loads(data), self.headers["Idempotency-Key"])
        except (ValueError, AttributeError, RecursionError):
            status = 400
        self.answer(status)

    def do_PUT(self):
        self.handle_request({"device": put_device})

    def do_POST(self):
        self.handle_request({"receipts": post_receipts})

    def do_GET(self):
        rows = [{"account": row[1], **entry["device"]} for row, entry in devices.items() if entry["device"]]
        self.answer(200, {"devices": rows, "receipts": list(receipts.values()), "lost": sum(batches.values())})

    def answer(self, status, content=None):
        self.send_response(status)
        self.end_headers()
        self.wfile.write(json.dumps(content or {}).encode())


port = int(sys.argv[2]) if sys.argv[1:2] == ["--port"] else 8080
server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
print(f"http://127.0.0.1:{server.server_address[1]}", flush=True)
server.serve_forever()
