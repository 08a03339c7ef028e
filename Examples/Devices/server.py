#!/usr/bin/env python3
"""A small server that stores which devices to reach, and what happened to their pushes.

usage: server.py [--port N] [--outage SECONDS] [--faults SEED] [--refusals] [--store FILE]

- PUT  /accounts/ACCOUNT/device     the record of one installation of the app for an account, or null for a
                                    sign-off. The highest revision is kept, in any order of arrival.
                                    A token belongs to one device: an installation with the token of another
                                    one is the same device, which has lost its store. A late request of the
                                    former one is answered with 409.
                                    Its Live Activities have the token that starts one of a type, the token or
                                    channel that updates each one that is running, and those that the user
                                    has dismissed, or that are gone for an unknown reason. One that is no
                                    longer in the record has ended.
- POST /accounts/ACCOUNT/receipts   what happened to pushes. A receipt that comes again is kept once.
- GET  /                            everything that is stored.

A request for an account needs the token "token-of-ACCOUNT". With an outage, requests are answered with
503 for some seconds, from the first one on. With faults, some requests are answered with 500 or 429, and
some answers are lost after the request was stored; with refusals, too, some records are answered with 404.

Devices and Live Activities are stored in a file, if there is one; everything else is in memory only.
Python's standard library is enough.
"""
import argparse
import http.server
import json
import os
import random
import re
import sys
import threading
import time
import urllib.parse

PATH = re.compile(r"/accounts/([^/]+)/(device|receipts)")
MAXIMUM_BYTE_COUNT = 1 << 20
OVER = ("dismissed", "gone")
FAULTS = {
    "error": (500, {"error": "a fault"}),
    "busy": (429, {"error": "too many requests"}, {"Retry-After": "1"}),
}


class BadRequest(Exception):
    """The content of a request is malformed."""


def field(content, name, kind, default=None):
    """The value of a JSON object under a name; the default, if there is one and no value."""
    value = content.get(name, default) if isinstance(content, dict) else None
    if not isinstance(value, kind) or isinstance(value, bool):
        raise BadRequest(f"{name} is missing, or something else than it should be")
    return value


def activities(device):
    """The Live Activities of a device, by identifier; each names a type and a state."""
    live = field(device or {}, "liveActivities", dict, default={})
    field(live, "startTokens", dict, default={})
    listed = field(live, "activities", list, default=[])
    for activity in listed:
        field(activity, "type", str)
        field(activity, "state", str)
    return {field(activity, "id", str): activity for activity in listed}


class Directory:
    """The devices, and the receipts of pushes."""

    def __init__(self, file=None):
        self.lock = threading.Lock()
        self.file = file
        self.devices = {}
        self.owners = {}
        self.over = {}
        if file and os.path.exists(file):
            with open(file, encoding="utf8") as stored:
                content = json.load(stored)
            self.devices = {(account, installation): entry for account, installation, entry in content["devices"]}
            self.owners = content["owners"]
            self.over = content["over"]
        self.receipts = {}
        self.batches = set()
        self.doubles = 0
        self.lost = 0

    def put_device(self, account, request, _):
        """Stores the record of the highest revision, also a sign-off, so that a late request can't undo it."""
        installation = field(request, "installation", str)
        revision = field(request, "revision", int)
        device = field(request, "device", (dict, type(None)))
        token = None if device is None else field(device, "token", str)
        now = activities(device)
        with self.lock:
            known = self.devices.get((account, installation))
            if known is not None and revision <= known["revision"]:
                return 200
            if device is not None:
                highest, owner = self.owners.get(token, (0, installation))
                if owner != installation and highest > revision:
                    return 409
                self.owners[token] = [max(highest, revision), installation]
                self.record_endings(account, activities(known and known["device"]), now)
            self.devices[account, installation] = {"revision": revision, "device": device}
            for (_, other), entry in self.devices.items():
                is_same_device = entry["device"] is not None and entry["device"]["token"] == token
                if other != installation and is_same_device:
                    entry["device"] = None
            self.save()
            return 200

    def save(self):
        """Replaces the file before the request is answered, so that a restart loses no acknowledged record."""
        if not self.file:
            return
        devices = [[account, installation, entry] for (account, installation), entry in self.devices.items()]
        with open(self.file + ".new", "w", encoding="utf8") as new:
            json.dump({"devices": devices, "owners": self.owners, "over": self.over}, new)
        os.replace(self.file + ".new", self.file)

    def record_endings(self, account, before, now):
        """Records what is over and why: don't start one again that has been dismissed, or is gone."""
        for identifier, activity in before.items():
            if identifier not in now and activity["state"] not in OVER:
                self.over[identifier] = {"account": account, "id": identifier, "why": "ended"}
        for identifier, activity in now.items():
            if activity["state"] in OVER:
                self.over[identifier] = {"account": account, "id": identifier, "why": activity["state"]}
            else:
                self.over.pop(identifier, None)

    def activities(self):
        """The activities that pushes can start and update, and those that are over."""
        start, update = [], []
        for (account, _), entry in sorted(self.devices.items()):
            live = (entry["device"] or {}).get("liveActivities", {})
            for kind, token in sorted(live.get("startTokens", {}).items()):
                start.append({"account": account, "attributes-type": kind, "token": token})
            for activity in activities(entry["device"]).values():
                if activity["state"] not in OVER:
                    update.append({"account": account, **activity})
        return {"start": start, "update": update, "over": list(self.over.values())}

    def add_receipts(self, account, request, key):
        receipts = field(request, "receipts", list)
        lost = field(request, "lost", int, default=0)
        identifiers = [field(receipt, "id", str) for receipt in receipts]
        with self.lock:
            if key not in self.batches:
                self.lost += lost
            if key is not None:
                self.batches.add(key)
            for identifier, receipt in zip(identifiers, receipts):
                if identifier in self.receipts:
                    self.doubles += 1
                else:
                    self.receipts[identifier] = {**receipt, "account": account}
        return 200

    def everything(self):
        with self.lock:
            return {
                "activities": self.activities(),
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
        self.handle_request("device", self.server.directory.put_device)

    def do_POST(self):
        self.handle_request("receipts", self.server.directory.add_receipts)

    def handle_request(self, kind, store):
        """Stores a request of that kind with the token of its account."""
        body = self.body()
        if body is None:
            return
        path = PATH.fullmatch(self.path)
        if self.server.is_out_of_order():
            return self.answer(503, {"error": "out of order"}, {"Retry-After": "5"})
        fault = self.server.fault()
        if fault in FAULTS:
            return self.answer(*FAULTS[fault])
        is_refused = fault == "refusal" and kind == "device" and b'"device":null' not in body
        if not path or path[2] != kind or is_refused:
            return self.answer(404, {"error": "not found"})
        account = urllib.parse.unquote(path[1])
        if self.headers.get("Authorization") != f"Bearer token-of-{account}":
            return self.answer(401, {"error": "the token is wrong"}, {"WWW-Authenticate": "Bearer"})
        try:
            status = store(account, json.loads(body), self.headers.get("Idempotency-Key"))
        except (BadRequest, ValueError, RecursionError) as error:
            return self.answer(400, {"error": f"{type(error).__name__}: {error}"})
        if fault == "lost":
            self.close_connection = True
            return
        self.answer(status, {})

    def body(self):
        """The body of the request; None, and an answer, if its length is unknown or too large."""
        length = self.headers.get("Content-Length") or "0"
        if not length.isascii() or not length.isdigit():
            self.close_connection = True
            self.answer(400, {"error": "Content-Length is not a number"})
            return None
        length = int(length)
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


class Server(http.server.ThreadingHTTPServer):
    """Out of order for some seconds from the first request on."""

    def __init__(self, port, outage, faults, refusals, file):
        super().__init__(("127.0.0.1", port), Handler)
        self.directory = Directory(file)
        self.lock = threading.Lock()
        self.outage = outage
        self.random = None if faults is None else random.Random(faults)
        self.faults = [None, None, None, "error", "busy", "lost"] + ["refusal"] * refusals
        if faults is not None:
            # Foundation on Linux repeats a request whose kept connection is closed, without its body.
            Handler.protocol_version = "HTTP/1.0"
        self.well_at = None

    def fault(self):
        """The fault of a request, if it has one."""
        with self.lock:
            return self.random and self.random.choice(self.faults)

    def is_out_of_order(self):
        with self.lock:
            if self.well_at is None:
                self.well_at = time.monotonic() + self.outage
            return time.monotonic() < self.well_at


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--port", type=int, default=8080, help="0 for any that is free")
    parser.add_argument("--outage", type=float, default=0, metavar="SECONDS")
    parser.add_argument("--faults", type=int, metavar="SEED")
    parser.add_argument("--refusals", action="store_true")
    parser.add_argument("--store", metavar="FILE")
    options = parser.parse_args()
    try:
        server = Server(options.port, options.outage, options.faults, options.refusals, options.store)
    except (OSError, OverflowError) as error:
        sys.exit(f"server.py: port {options.port} is not available: {error}")
    print(f"http://127.0.0.1:{server.server_address[1]}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
