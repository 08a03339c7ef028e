"""Reads an index of the compiler's: which symbol is used in which line of which file.

See https://github.com/swiftlang/llvm-project/blob/next/clang/include/indexstore/indexstore.h.
"""

import ctypes
import dataclasses
import pathlib
import shutil

_RECORD = 2
_REFERENCE = 1 << 2


class IndexFailure(Exception):
    pass


@dataclasses.dataclass(frozen=True)
class Use:
    """A symbol in a file, by the compiler's own name for it."""

    file: str
    line: int
    symbol: str
    name: str


class _Text(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    def __str__(self):
        return ctypes.string_at(self.data, self.length).decode() if self.length else ""


_Pointer = ctypes.c_void_p
_Apply = ctypes.CFUNCTYPE(ctypes.c_bool, _Pointer, _Pointer)
_ApplyText = ctypes.CFUNCTYPE(ctypes.c_bool, _Pointer, _Text)

_SIGNATURES = {
    "store_create": (_Pointer, ctypes.c_char_p, _Pointer),
    "store_dispose": (None, _Pointer),
    "store_units_apply_f": (ctypes.c_bool, _Pointer, ctypes.c_uint, _Pointer, _ApplyText),
    "unit_reader_create": (_Pointer, _Pointer, ctypes.c_char_p, _Pointer),
    "unit_reader_dispose": (None, _Pointer),
    "unit_reader_get_main_file": (_Text, _Pointer),
    "unit_reader_dependencies_apply_f": (ctypes.c_bool, _Pointer, _Pointer, _Apply),
    "unit_dependency_get_kind": (ctypes.c_int, _Pointer),
    "unit_dependency_get_name": (_Text, _Pointer),
    "unit_dependency_get_filepath": (_Text, _Pointer),
    "record_reader_create": (_Pointer, _Pointer, ctypes.c_char_p, _Pointer),
    "record_reader_dispose": (None, _Pointer),
    "record_reader_occurrences_apply_f": (ctypes.c_bool, _Pointer, _Pointer, _Apply),
    "occurrence_get_symbol": (_Pointer, _Pointer),
    "occurrence_get_roles": (ctypes.c_uint64, _Pointer),
    "occurrence_get_line_col": (
        None,
        _Pointer,
        ctypes.POINTER(ctypes.c_uint),
        ctypes.POINTER(ctypes.c_uint),
    ),
    "symbol_get_usr": (_Text, _Pointer),
    "symbol_get_name": (_Text, _Pointer),
}


def _library():
    swiftc = shutil.which("swiftc")
    folder = pathlib.Path(swiftc).resolve().parent.parent / "lib" if swiftc else None
    found = sorted(folder.glob("libIndexStore.*")) if folder else []
    if not found:
        raise IndexFailure("the toolchain has no libIndexStore")
    library = ctypes.CDLL(str(found[0]))
    for name, (result, *arguments) in _SIGNATURES.items():
        function = getattr(library, f"indexstore_{name}")
        function.restype = result
        function.argtypes = arguments
    return library


class Index:
    """An index store, as `-index-store-path` leaves it."""

    def __init__(self, path):
        self.library = _library()
        self.store = self._call("store_create", str(path).encode(), None)
        if not self.store:
            raise IndexFailure(f"there is no index in {path}")

    def _call(self, name, *arguments):
        return getattr(self.library, f"indexstore_{name}")(*arguments)

    def uses(self, is_wanted=lambda file: True):
        """What the wanted files use, in order."""
        names = []
        self._call(
            "store_units_apply_f",
            self.store,
            1,
            None,
            _ApplyText(lambda _, name: names.append(str(name)) or True),
        )
        uses = set()
        for record, file in {pair for name in names for pair in self._records(name)}:
            if is_wanted(file):
                self._read(record, file, uses)
        return sorted(uses, key=lambda use: (use.file, use.line, use.symbol))

    def _records(self, unit):
        reader = self._call("unit_reader_create", self.store, unit.encode(), None)
        found = []

        def note(_, dependency):
            if self._call("unit_dependency_get_kind", dependency) == _RECORD:
                name = str(self._call("unit_dependency_get_name", dependency))
                found.append((name, str(self._call("unit_dependency_get_filepath", dependency))))
            return True

        if reader:
            self._call("unit_reader_dependencies_apply_f", reader, None, _Apply(note))
            self._call("unit_reader_dispose", reader)
        return found

    def _read(self, record, file, uses):
        reader = self._call("record_reader_create", self.store, record.encode(), None)
        if not reader:
            raise IndexFailure(f"the index has lost what it knows of {file}")
        line, column = ctypes.c_uint(), ctypes.c_uint()

        def note(_, occurrence):
            if self._call("occurrence_get_roles", occurrence) & _REFERENCE:
                self._call(
                    "occurrence_get_line_col", occurrence, ctypes.byref(line), ctypes.byref(column)
                )
                symbol = self._call("occurrence_get_symbol", occurrence)
                usr = str(self._call("symbol_get_usr", symbol))
                uses.add(Use(file, line.value, usr, str(self._call("symbol_get_name", symbol))))
            return True

        self._call("record_reader_occurrences_apply_f", reader, None, _Apply(note))
        self._call("record_reader_dispose", reader)
