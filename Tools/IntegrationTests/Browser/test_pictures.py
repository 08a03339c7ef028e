"""That the committed pictures show the report as it is."""

import os
import pathlib
import subprocess
import tempfile
import unittest

import chromium

try:
    import pictures
except ImportError:
    pictures = None

FOLDER = pathlib.Path(__file__).parents[3] / "Sources/PushHubReplay/PushHubReplay.docc/Resources"
AGAIN = "make it again with Tools/IntegrationTests/Browser/pictures"


@unittest.skipUnless(pictures, "there is no Pillow")
class PictureTests(unittest.TestCase):
    def test_they_show_what_a_browser_does_now(self):
        with tempfile.TemporaryDirectory() as folder:
            page = os.path.join(folder, "day.html")
            subprocess.run(
                [os.environ["PUSHHUB_DEMO"], "play",
                 os.path.join(os.environ["TRANSCRIPTS"], "day.jsonl"), "--html", page],
                check=True, stdout=subprocess.DEVNULL,
            )
            with chromium.Browser(chromium.find(), *pictures.WIDE) as browser:
                for name in pictures.PICTURES:
                    with self.subTest(name):
                        made = pictures.make(browser, page, name, folder)
                        self.assertFalse(pictures.is_blank(made))
                        difference = pictures.difference(made, FOLDER / name)
                        self.assertIsNotNone(difference, f"of another size: {AGAIN}")
                        self.assertLess(difference, 4, AGAIN)

    def test_they_are_small_and_no_others_are_there(self):
        there = {path.name: path.stat().st_size for path in FOLDER.glob("*.png")}
        self.assertEqual(there.keys(), pictures.PICTURES.keys())
        for name, size in there.items():
            self.assertLess(size, 250_000, name)


if __name__ == "__main__":
    unittest.main()
