"""Compares what the stubs declare, and what the sources use, with the table."""

import json
import re

# What the stubs have for themselves, for the tests.
_OWN = re.compile(r"(^|[(:_])[sS]tub|^OptionalMethodsOfDelegate$")

# What a type has by conforming to a protocol of the standard library's or to `View`.
_BY_CONFORMANCE = {"rawValue", "init(rawValue:)", "body", "Body"}

# Foundation declares these on Linux, and Core Graphics, in part, on a platform of Apple's.
GEOMETRY_MODULE = "CoreGraphics"
GEOMETRY = re.compile(r"s:10Foundation(6CGRect|6CGSize|7CGPoint)V")

# Classes and protocols are as isolated as the table says, since isolation makes them `Sendable`;
# other declarations are at least as isolated.
_EXACT = {"swift.class", "swift.protocol"}
_ISOLATED = _EXACT | {
    f"swift.{kind}"
    for kind in (
        "func",
        "init",
        "method",
        "property",
        "subscript",
        "type.method",
        "type.property",
        "var",
    )
}


class Declarations:
    """What the stub modules of one platform declare, out of their symbol graphs."""

    def __init__(self, folder, modules):
        # By the compiler's name: module and symbol, with dots; `None` for what is the stubs' own.
        self.symbols = {}
        # By module and symbol: kind, isolation and place of each declaration.
        self.found = {}
        for path in sorted(folder.glob("*.symbols.json")):
            module = path.name.split(".")[0].split("@")[0]
            if module not in modules:
                continue
            graph = json.loads(path.read_text())
            kinds = {
                tuple(symbol["pathComponents"]): symbol["kind"]["identifier"]
                for symbol in graph["symbols"]
            }
            # A stub may export what another module declares.
            for symbol in graph["symbols"]:
                uri = symbol.get("location", {}).get("uri", "")
                if f"/{module}/" in uri.partition("/copies/")[2]:
                    self._add(module, symbol, kinds)

    def _add(self, module, symbol, kinds):
        components = symbol["pathComponents"]
        usr = symbol["identifier"]["precise"]
        self.symbols[usr] = None
        owner = kinds.get(tuple(components[:-1]))
        if any(_OWN.search(component) for component in components):
            return
        if components[-1] in _BY_CONFORMANCE and owner != "swift.protocol":
            return
        key = (module, ".".join(components))
        self.symbols[usr] = key
        declared = "".join(part["spelling"] for part in symbol["declarationFragments"])
        isolation = "@MainActor" if "@MainActor" in declared.split("(")[0] else ""
        location = symbol["location"]
        place = f"{location['uri'].split('/copies/')[-1]}:{location['position']['line'] + 1}"
        self.found.setdefault(key, []).append((symbol["kind"]["identifier"], isolation, place))

    def owner(self, usr):
        """The class of what is not declared but inherited, such as an initializer."""
        ends = range(len(usr) - 1, 0, -1)
        return next((self.symbols[usr[:end]] for end in ends if usr[:end] in self.symbols), None)


def differences(declarations, table, target, table_name):
    """Where the stubs of a platform are not as the table says."""
    problems = []
    for key, found in sorted(declarations.found.items()):
        module, symbol = key
        kind, isolation, place = found[0]
        entry = table.get(key)
        if entry is None:
            problems.append(f"{place}: error: {module} {symbol} is not in {table_name}")
        elif target not in entry.platforms:
            problems.append(
                f"{place}: error: {module} {symbol} does not exist here,"
                f" as {table_name}:{entry.line} says"
            )
        elif kind in _ISOLATED and isolation != entry.isolation:
            if kind in _EXACT or entry.isolation:
                problems.append(
                    f"{place}: error: {module} {symbol} is {isolation or 'nonisolated'}, and"
                    f" {entry.isolation or 'nonisolated'} in {table_name}:{entry.line}"
                )
    for key, entry in table.items():
        if entry.symbol == "*" or target not in entry.platforms or key in declarations.found:
            continue
        if entry.module == GEOMETRY_MODULE and _is_geometry(entry.symbol):
            continue
        problems.append(
            f"{table_name}:{entry.line}: error: no stub declares {entry.module} {entry.symbol}"
        )
    return problems


def _is_geometry(symbol):
    return symbol.split(".")[0] in ("CGRect", "CGSize", "CGPoint")


def used_symbol(use, declarations, modules, own):
    """The module and the symbol that a use is of; `None` if it is none of Apple's frameworks'.

    `modules` are the stubs', `own` the package's.
    """
    usr = use.symbol
    if _extender(usr, own) or ":" in use.name.split("(")[0]:
        # What the package adds to a type, and accessors, beside which their property stands.
        return None
    if usr in declarations.symbols:
        return declarations.symbols[usr]
    if match := GEOMETRY.match(usr):
        owner = match[1].lstrip("0123456789")
        is_type = match.end() == len(usr)
        return GEOMETRY_MODULE, owner if is_type else f"{owner}.{use.name}"
    for module in modules:
        if usr.startswith(f"s:{len(module)}{module}") or _extender(usr, [module]):
            return declarations.owner(usr) or (module, use.name)
    return None


def _extender(usr, modules):
    """The module in whose extension of another module's type something is declared."""
    return next((module for module in modules if f"{len(module)}{module}E" in usr), None)
