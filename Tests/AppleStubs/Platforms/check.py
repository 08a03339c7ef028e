"""Compiles the libraries as each platform of Apple's would; see README.md."""

import argparse
import concurrent.futures
import functools
import os
import pathlib
import re
import subprocess
import sys

import imports as import_rules
from building import STAND_INS, Builder, BuildFailure, Package, imports, stub_modules
from gates import Gates
from index import Index
from symbols import Declarations, differences, used_symbol
from targets import NAMES, TARGETS, Answers, TableError, read_table
from versions import GATE_DOMAINS, Versions, least

STUBS = "Tests/AppleStubs/Sources"
TABLE = "Tests/AppleStubs/Symbols.tsv"
BUILD = ".build/platforms"
VERSIONS = f"{BUILD}/versions"
_LOOP = re.compile(r"\bfor\s+(try\s+)?await\b")


@functools.lru_cache(maxsize=None)
def swift_version():
    said = subprocess.run(["swiftc", "--version"], capture_output=True, text=True).stdout
    match = re.search(r"Swift version (\d+(?:\.\d+)*)", said)
    if not match:
        raise BuildFailure("there is no Swift compiler")
    return tuple(int(part) for part in match[1].split("."))


class Platform:
    """All that is checked for one platform."""

    def __init__(self, root, folder, target, table, package, versions, indexes_all):
        self.root = root
        self.versions = versions
        # Most files are the same on all platforms; what they use is looked at once.
        self.indexes_all = indexes_all
        self.target = target
        self.table = table
        self.package = package
        language = tuple(int(part) for part in package.language.split("."))
        self.answers = Answers(target, table, language, swift_version(), package.features)
        self.own = set(package.libraries)
        self.builder = Builder(root, folder, self.answers)

    def problems(self):
        """What the compiler and the table say against the sources, a text each."""
        try:
            modules = self.make_stubs()
        except BuildFailure as failure:
            return [str(failure)]
        declarations = Declarations(self.builder.graphs, modules)
        problems = differences(declarations, self.table, self.target.name, TABLE)
        try:
            # Also what was found before a library that doesn't compile.
            for found in self.check_libraries(modules, declarations):
                problems += found
        except BuildFailure as failure:
            problems.append(str(failure))
        return problems

    def make_stubs(self):
        made = []
        for module, text in STAND_INS.items():
            self.builder.emit_stand_in(module, text)
        for module, folder in stub_modules(self.root / STUBS).items():
            exists = self.answers.has_module(module)
            # What has no line is the stubs' own, such as what makes them hostile.
            if exists is False:
                continue
            copies = self.builder.copy(module, folder.relative_to(self.root), None)
            self.builder.emit_stub(module, copies)
            if exists:
                made.append(module)
        self.versions.read_stubs(self.builder.graphs, self.target.name)
        return made

    def check_libraries(self, modules, declarations):
        for module in self.package.libraries:
            options = self.package.options(module)
            copies = self.builder.copy(
                module, self.package.source(module), self.own
            )
            if self.package.has_resources(module):
                copies |= self.builder.make_accessor(module)
            self.builder.emit(module, copies, options)
            of_interest = [
                copy
                for copy, text in copies.items()
                if self.indexes_all
                or {name for name, _ in imports(text)} & set(modules)
                or import_rules.names_geometry(text)
            ]
            if of_interest:
                self.builder.index(module, copies, of_interest, options)
            yield self.check_uses(set(of_interest), modules, declarations, copies)

    def check_uses(self, files, modules, declarations, copies):
        # By file and complaint, the first line alone.
        problems = {}
        wanted = {str(file) for file in files}
        domains = GATE_DOMAINS[self.target.name]
        gates = {file: Gates(copies[file], domains) for file in files}
        for use in Index(self.builder.folder / "index").uses(lambda file: file in wanted):
            copy = pathlib.Path(use.file)
            complaints = []
            line = copies[copy].split("\n")[use.line - 1]
            # A loop takes the iterator's older method where that is all there is.
            is_loop = use.name == "next(isolation:)" and _LOOP.search(line)
            if not is_loop and (since := self.versions.too_new(
                use, self.target.name, gates[copy].version(use.line)
            )):
                complaints.append(f"{use.name} is there since {since} alone")
            symbol = used_symbol(use, declarations, modules, self.own)
            if symbol is not None and symbol not in self.table:
                complaints.append(f"{' '.join(symbol)} is not in {TABLE}")
            owner = import_rules.owner(symbol)
            if owner and owner not in {name for name, _ in imports(copies[copy])}:
                complaints.append(f"{symbol[1]} needs 'import {owner}'")
            for complaint in complaints:
                problems.setdefault((copy, complaint), use.line)
        return [
            f"{copy.relative_to(self.builder.folder / 'copies')}:{line}: error: {complaint}"
            for (copy, complaint), line in problems.items()
        ]


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("platforms", nargs="*", metavar="PLATFORM", help=" ".join(NAMES))
    parser.add_argument("--root", default=pathlib.Path(__file__).resolve().parents[3])
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args(arguments)
    root = pathlib.Path(options.root).resolve()
    targets = [target for target in TARGETS if target.name in (options.platforms or NAMES)]
    if len(targets) != len(set(options.platforms) or NAMES):
        parser.error(f"the platforms are {' '.join(NAMES)}")
    try:
        table = read_table(root / TABLE)
        package = Package(root)
        versions = Versions(root / VERSIONS, least(package.platforms))
    except (TableError, BuildFailure) as failure:
        print(failure, file=sys.stderr)
        return 1

    def check(target):
        folder = root / BUILD / target.name
        indexes_all = target is targets[0]
        return Platform(
            root, folder, target, table, package, versions, indexes_all
        ).problems()

    failed = import_rules.problems(root)
    for problem in failed:
        print(problem)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for target, problems in zip(targets, pool.map(check, targets)):
            for problem in problems:
                print(re.sub("^", f"{target.name}: ", problem, flags=re.MULTILINE))
            print(f"{target.name}: {'fails' if problems else 'compiles'}", flush=True)
            failed += problems
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
