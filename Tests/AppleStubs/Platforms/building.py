"""Copies sources as one platform sees them, and compiles the copies."""

import json
import pathlib
import re
import shutil
import subprocess

from conditions import ConditionError, rewrite

# Foundation's networking is a module of its own on this machine, so that whoever imports Foundation
# imports one that has both instead; and the system's C library has another name here.
FOUNDATION = "FoundationOfApple"
STAND_INS = {
    FOUNDATION: "@_exported import Foundation\n@_exported import FoundationNetworking\n",
    "Darwin": "@_exported import Glibc\n",
}

_IMPORT = re.compile(
    r"^(?:\s*(?:@\w+(?:\([^)]*\))?\s+)*)"
    r"(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+"
    r"(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(?P<module>\w+)",
    re.MULTILINE,
)


class BuildFailure(Exception):
    """What the compiler, or this tool in its place, says of the sources."""


def imports(text):
    """The modules that a text imports, with the line of each."""
    return [
        (match["module"], text.count("\n", 0, match.start("module")) + 1)
        for match in _IMPORT.finditer(text)
    ]


def with_whole_foundation(text):
    """Imports what Foundation is on a platform of Apple's, without moving a line."""

    def change(match):
        is_whole = match["module"] == "Foundation" and text[match.end() : match.end() + 1] != "."
        return match[0].removesuffix("Foundation") + FOUNDATION if is_whole else match[0]

    return _IMPORT.sub(change, text)


class Builder:
    """Compiles modules for one platform in a folder of its own."""

    def __init__(self, root, folder, answers):
        self.root = pathlib.Path(root)
        self.folder = pathlib.Path(folder)
        self.answers = answers
        self.modules = self.folder / "modules"
        self.graphs = self.folder / "graphs"
        shutil.rmtree(self.folder, ignore_errors=True)
        self.modules.mkdir(parents=True)
        self.graphs.mkdir()

    @property
    def name(self):
        return self.answers.target.name

    def copy(self, module, source, own):
        """Rewrites the sources of a module, and gives the copies and their text by path.

        What is imported must exist on the platform or be one of the package's `own` modules; with
        `None` everything may be.
        """
        source = self.root / source
        copies = {}
        problems = []
        for path in sorted(source.rglob("*.swift")):
            real = path.relative_to(self.root)
            try:
                text = rewrite(path.read_text(), self.answers)
            except ConditionError as error:
                problems.append(f"{real}:{error.line}: error: {error.message}")
                continue
            for imported, line in imports(text) if own is not None else ():
                if imported not in own and not self.answers.has_module(imported):
                    problems.append(f"{real}:{line}: error: no such module '{imported}'")
            copy = self.folder / "copies" / real
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(with_whole_foundation(text))
            copies[copy] = text
        if problems:
            raise BuildFailure("\n".join(problems))
        return copies

    def make_accessor(self, module):
        """What SwiftPM adds to a module that has resources."""
        copy = self.folder / "copies" / module / "resource_bundle_accessor.swift"
        copy.parent.mkdir(parents=True, exist_ok=True)
        text = "import Foundation\n\nextension Bundle {\n  static var module: Bundle { .main }\n}\n"
        copy.write_text(with_whole_foundation(text))
        return {copy: text}

    def emit(self, module, copies, options):
        """Checks all of a module, as a build does up to its machine code."""
        self.run(
            "-emit-module",
            "-wmo",
            "-parse-as-library",
            "-emit-module-path",
            str(self.modules / f"{module}.swiftmodule"),
            *self.common(module, options),
            *map(str, copies),
        )

    def emit_stub(self, module, copies):
        """Makes a stub's module, and a graph of what it declares."""
        self.emit(
            module,
            copies,
            [
                *("-swift-version", "5", "-suppress-warnings"),
                *("-Xfrontend", "-experimental-skip-non-inlinable-function-bodies"),
                *("-emit-symbol-graph", "-emit-symbol-graph-dir", str(self.graphs)),
                *("-symbol-graph-minimum-access-level", "public"),
                "-symbol-graph-skip-synthesized-members",
            ],
        )

    def emit_stand_in(self, module, text):
        copy = self.folder / "copies" / f"{module}.swift"
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(text)
        self.emit(module, [copy], [])

    def index(self, module, copies, primaries, options):
        """Notes in an index which symbols some files of a module use."""
        files = [
            argument
            for copy in copies
            for argument in (("-primary-file", str(copy)) if copy in primaries else (str(copy),))
        ]
        units = self.folder / f"{module}.units"
        units.write_text("".join(f"{copy}.o\n" for copy in copies if copy in primaries))
        self.run(
            *("-frontend", "-typecheck", "-parse-as-library"),
            *_macro_options(),
            *("-index-store-path", str(self.folder / "index")),
            *("-index-unit-output-path-filelist", str(units)),
            *self.common(module, options),
            *files,
        )

    def common(self, module, options):
        return ["-module-name", module, "-I", str(self.modules), *options]

    def run(self, *arguments):
        command = ["swiftc", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace")
        if done.returncode:
            said = (done.stdout + done.stderr).strip() or f"{command} failed"
            said = said.replace(f"{self.folder}/copies/", "").replace(FOUNDATION, "Foundation")
            raise BuildFailure(said)


def _macro_options():
    """Where macros are, which the driver tells its frontend."""
    host = pathlib.Path(shutil.which("swiftc")).resolve().parent.parent / "lib/swift/host"
    return [
        *("-in-process-plugin-server-path", str(host / "libSwiftInProcPluginServer.so")),
        *("-plugin-path", str(host / "plugins")),
    ]


def stub_modules(sources):
    """The stubs' modules, each after those that it imports, with their folders."""
    folders = {
        path.name: path
        for path in sorted(pathlib.Path(sources).iterdir())
        if path.is_dir() and not path.is_symlink() and not path.name.startswith("_")
    }
    needs = {
        name: {
            imported
            for file in folder.rglob("*.swift")
            for imported, _ in imports(file.read_text())
            if imported in folders and imported != name
        }
        for name, folder in folders.items()
    }
    ordered = []
    while len(ordered) < len(folders):
        ready = [
            name for name in folders if name not in ordered and needs[name] <= set(ordered)
        ]
        if not ready:
            raise BuildFailure(f"the stubs import each other: {set(folders) - set(ordered)}")
        ordered += ready
    return {name: folders[name] for name in ordered}


class Package:
    """What the manifest says of the libraries and of how they are compiled."""

    def __init__(self, root):
        described = subprocess.run(
            ["swift", "package", "--package-path", str(root), "dump-package"],
            capture_output=True,
            text=True,
        )
        if described.returncode:
            raise BuildFailure(described.stderr)
        manifest = json.loads(described.stdout)
        self.name = manifest["name"]
        self.language = manifest["swiftLanguageVersions"][0]
        self.platforms = manifest["platforms"]
        self.targets = {target["name"]: target for target in manifest["targets"]}
        products = [
            name
            for product in manifest["products"]
            if "library" in product["type"]
            for name in product["targets"]
        ]
        self.libraries = []
        for name in products:
            self._add(name)
        self.features = sorted(
            {feature for name in self.libraries for feature in self._features(name)}
        )

    def _add(self, name):
        for dependency in self.targets[name]["dependencies"]:
            self._add((dependency.get("byName") or dependency["target"])[0])
        if name not in self.libraries:
            self.libraries.append(name)

    def has_resources(self, name):
        return bool(self.targets[name].get("resources"))

    def source(self, name):
        return f"Sources/{name}"

    def _features(self, name):
        kinds = [setting["kind"] for setting in self.targets[name]["settings"]]
        return [
            kind[key]["_0"]
            for kind in kinds
            for key in ("enableUpcomingFeature", "enableExperimentalFeature")
            if key in kind
        ]

    def options(self, name):
        """The compiler's options for a target; one that this tool does not know is an error."""
        options = ["-swift-version", self.language, "-package-name", self.name.lower()]
        for setting in self.targets[name]["settings"]:
            kind, value = next(iter(setting["kind"].items()))
            if kind == "strictMemorySafety":
                options.append("-strict-memory-safety")
            elif kind == "enableUpcomingFeature":
                options += ["-enable-upcoming-feature", value["_0"]]
            elif kind == "enableExperimentalFeature":
                options += ["-enable-experimental-feature", value["_0"]]
            else:
                raise BuildFailure(f"Package.swift: the setting {kind} of {name} is not known here")
        return [*options, "-warnings-as-errors"]
