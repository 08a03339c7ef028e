"""Which modules own what: rules that no compiler on Linux knows."""

import re
import subprocess

from building import imports
from conditions import code_of

# Foundation has these on Linux; on a platform of Apple's what they can do belongs to others.
_TYPES = {
    "CoreGraphics": re.compile(r"\bCG(Rect|Size|Point|Vector|AffineTransform)\b"),
    "QuartzCore": re.compile(r"\bCA(Layer|\w+Layer|Animation|\w+Animation|Transaction|Media\w+)\b"),
}
_GEOMETRY_MEMBER = re.compile(
    r"\.(min[XY]|mid[XY]|max[XY]|insetBy|offsetBy|applying|translatedBy|scaledBy|rotatedBy)\b"
)

_FORBIDDEN = {
    re.compile(r"\burls\(\s*forResourcesWithExtension\b"): (
        "gives [URL] on a platform of Apple's, and [NSURL] here: list the resource folder"
    )
}

_STUBS = "Tests/AppleStubs/Sources/"


def owner(symbol):
    """The module that a file must import for a symbol, where no compiler here asks for it."""
    return symbol[0] if symbol and symbol[0] == "CoreGraphics" else None


def names_geometry(text):
    return bool(_TYPES["CoreGraphics"].search(text) or _GEOMETRY_MEMBER.search(text))


def sources(root):
    """All Swift files of the project but the stubs, which are what is imported."""
    listed = subprocess.run(
        ["git", "-C", str(root), "ls-files", "-co", "--exclude-standard", "-z", "*.swift"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split("\0")
    for name in sorted(filter(None, listed)):
        path = root / name
        if not name.startswith(_STUBS) and path.is_file() and not path.is_symlink():
            yield name, path.read_text()


def problems(root):
    """The lines that name what their file does not import, or what must not be used."""
    found = []
    for name, text in sources(root):
        code = code_of(text)
        imported = {module for module, _ in imports(code)}
        rules = [
            (pattern, f"needs 'import {module}'")
            for module, pattern in _TYPES.items()
            if module not in imported
        ]
        for pattern, reason in [*rules, *_FORBIDDEN.items()]:
            if match := pattern.search(code):
                line = code.count("\n", 0, match.start()) + 1
                found.append(f"{name}:{line}: error: {match[0]} {reason}")
    return found
