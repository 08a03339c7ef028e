"""Since when the platforms have what this machine's own modules declare.

The standard library and most of Foundation are the same source here and there, and say in their
modules since which version of a system they are there. No compiler on Linux asks.
"""

import json
import pathlib
import re
import subprocess

MODULES = (
    *("Swift", "_Concurrency", "_StringProcessing", "Synchronization", "Observation"),
    *("Foundation", "FoundationEssentials", "FoundationNetworking", "Dispatch"),
)

_DOMAINS = {
    "iOS": "iOS",
    "macOS": "macOS",
    "tvOS": "tvOS",
    "watchOS": "watchOS",
    "visionOS": "visionOS",
    # Mac Catalyst has what iOS has where it says nothing of its own.
    "Catalyst": "iOS",
}

# The names in a condition of availability, the first of them that it has.
GATE_DOMAINS = {
    **{name: (domain,) for name, domain in _DOMAINS.items()},
    "Catalyst": ("macCatalyst", "iOS"),
}


def least(platforms):
    """The least version of each platform, as the manifest has it."""
    given = {entry["platformName"]: entry["version"] for entry in platforms}
    names = {name: given.get(domain.lower()) for name, domain in _DOMAINS.items()}
    names["Catalyst"] = given.get("maccatalyst", names["Catalyst"])
    return {
        name: tuple(int(part) for part in version.split("."))
        for name, version in names.items()
        if version
    }


class Versions:
    """What is newer than the least version of each platform."""

    def __init__(self, folder, least):
        self.least = least
        # By platform and by the compiler's name: since when.
        self.newer = {name: {} for name in least}
        folder = pathlib.Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        _extract(folder)
        self._read(folder, least)

    def read_stubs(self, folder, platform):
        """Reads the graphs of one platform's stubs, too."""
        self._read(pathlib.Path(folder), {platform} & set(self.least))

    def _read(self, folder, platforms):
        for path in sorted(folder.glob("*.symbols.json")):
            symbols = json.loads(path.read_text())["symbols"]
            for symbol in symbols:
                for availability in symbol.get("availability", ()):
                    self._note(symbol["identifier"]["precise"], availability, platforms)
            # A requirement that was an extension's before, which the compiler then takes instead.
            for symbol in symbols:
                usr = symbol["identifier"]["precise"]
                for name in platforms:
                    if "PsE" in usr and usr not in self.newer[name]:
                        self.newer[name].pop(usr.replace("PsE", "P", 1), None)

    def _note(self, symbol, availability, platforms):
        introduced = availability.get("introduced")
        if not introduced:
            return
        since = (introduced["major"], introduced.get("minor", 0))
        for name in platforms:
            if availability.get("domain") == _DOMAINS[name] and since > self.least[name]:
                self.newer[name][symbol] = since

    def too_new(self, use, platform, gate=()):
        """Since when something is there, if that is later than the line runs; else `None`.

        `gate` is the version that the code around the line asks for.
        """
        newer = self.newer.get(platform, {})
        since = newer.get(use.symbol)
        since = since or newer.get(re.sub(r"v[a-z]{1,2}(Z?)$", r"vp\1", use.symbol))
        return ".".join(map(str, since)) if since and since > gate + (0,) * (2 - len(gate)) else None


def _extract(folder):
    """Asks the compiler, unless the same one has been asked before."""
    information = json.loads(_output("swiftc", "-print-target-info"))
    stamp = folder / "compiler"
    if stamp.is_file() and stamp.read_text() == information["compilerVersion"]:
        return
    for module in MODULES:
        _output(
            *("swift", "symbolgraph-extract", "-module-name", module),
            *("-target", information["target"]["triple"], "-output-dir", str(folder)),
            "-skip-synthesized-members",
        )
    stamp.write_text(information["compilerVersion"])


def _output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout
