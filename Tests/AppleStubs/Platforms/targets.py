"""The six platforms, and the table of what exists on each."""

import dataclasses
import pathlib
import re


@dataclasses.dataclass(frozen=True)
class Target:
    """A platform, and how a compiler for it answers conditions that depend on no module."""

    name: str
    systems: tuple[str, ...]
    environments: tuple[str, ...] = ()


TARGETS = (
    Target("iOS", ("iOS",)),
    Target("macOS", ("macOS", "OSX")),
    Target("Catalyst", ("iOS",), ("macCatalyst",)),
    Target("tvOS", ("tvOS",)),
    Target("watchOS", ("watchOS",)),
    Target("visionOS", ("visionOS", "xrOS")),
)
NAMES = tuple(target.name for target in TARGETS)

# What a symbol of the framework's own has in the table's place for platforms.
EVERYWHERE = "all"
NOWHERE = "none"


class TableError(Exception):
    pass


@dataclasses.dataclass(frozen=True)
class Entry:
    """A line of the table; the symbol `*` is the module itself."""

    module: str
    symbol: str
    platforms: frozenset[str]
    isolation: str
    page: str
    note: str
    line: int


HEADER = ["module", "symbol", "platforms", "isolation", "page", "note"]
_ISOLATIONS = ("", "@MainActor", "nonisolated")
_PAGE = re.compile(r"https://(developer\.apple\.com|docs\.swift\.org|github\.com|swift\.org)/\S+")


def read_table(path):
    """The table's entries by module and symbol; an error says which line is wrong."""
    lines = pathlib.Path(path).read_text().splitlines()
    if not lines or lines[0].split("\t") != HEADER:
        raise TableError(f"{path}:1: the header must be {' '.join(HEADER)}")
    entries = {}
    previous = None
    for number, line in enumerate(lines[1:], 2):
        fields = line.split("\t")
        if len(fields) != len(HEADER):
            raise TableError(f"{path}:{number}: {len(fields)} columns instead of {len(HEADER)}")
        module, symbol, platforms, isolation, page, note = fields
        where = f"{path}:{number}: {module} {symbol}"
        if isolation not in _ISOLATIONS:
            raise TableError(f"{where}: the isolation '{isolation}' is none of {_ISOLATIONS}")
        if not _PAGE.fullmatch(page):
            raise TableError(f"{where}: no page says so")
        key = (module, symbol)
        if previous is not None and key <= previous:
            raise TableError(f"{where}: is not in order, or there twice")
        previous = key
        entries[key] = Entry(
            module, symbol, _platforms(platforms, where), isolation, page, note, number
        )
    return entries


def _platforms(text, where):
    if text == EVERYWHERE:
        return frozenset(NAMES)
    if text == NOWHERE:
        return frozenset()
    names = text.split(" ")
    if [name for name in NAMES if name in names] != names or len(names) == len(NAMES):
        raise TableError(f"{where}: the platforms '{text}' are not some of '{' '.join(NAMES)}'")
    return frozenset(names)


# What a debug build of a package is told.
_FLAGS = ("DEBUG", "SWIFT_PACKAGE")
_VERSION = re.compile(r"(>=|<)\s*([\d.]+)")


def _version(parts):
    """A version that compares, in which 6 is 6.0."""
    return [int(part) for part in (*parts, 0, 0, 0)][:3]


class Answers:
    """Answers conditions as the compiler for one platform does; `None` for unknown ones."""

    def __init__(self, target, table, swift, compiler, features=()):
        self.target = target
        self.table = table
        self.versions = {"swift": swift, "compiler": compiler}
        self.features = features

    def has_module(self, name):
        """Whether a module can be imported; `None` if the table does not know it."""
        entry = self.table.get((name.split(".")[0], "*"))
        return None if entry is None else self.target.name in entry.platforms

    def __call__(self, name, argument):
        if argument is None:
            return name in _FLAGS
        if name == "os":
            return argument in self.target.systems
        if name == "targetEnvironment":
            return argument in self.target.environments
        if name == "canImport":
            return self.has_module(argument.split(",")[0].strip())
        if name == "arch":
            return argument == "arm64"
        if name == "hasFeature":
            return argument in self.features
        if name == "_runtime":
            return argument == "_ObjC"
        match = _VERSION.fullmatch(argument)
        if name in self.versions and match:
            is_older = _version(self.versions[name]) < _version(match[2].split("."))
            return is_older if match[1] == "<" else not is_older
        return None
