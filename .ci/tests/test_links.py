"""Whether the packages that build the sources again have all of them."""
import pathlib
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
APART = {"Apple", "PushHub.docc", "Recorder"}


class LinkTests(unittest.TestCase):
    def test_interleavings_build_every_folder_of_the_hub(self):
        wanted = {path.name for path in (ROOT / "Sources/PushHub").iterdir()} - APART
        found = ROOT / "Tests/Interleavings/Sources/PushHub"
        self.assertEqual({path.name for path in found.iterdir() if path.is_symlink()}, wanted)


if __name__ == "__main__":
    unittest.main()
