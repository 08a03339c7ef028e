"""The schemas of the article for servers are schemas, and its examples fit them."""
import json
import pathlib
import re
import unittest

try:
    import jsonschema
except ImportError:
    jsonschema = None

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ARTICLE = ROOT / "Sources/PushHubBackend/PushHubBackend.docc/server.md"


@unittest.skipIf(jsonschema is None, "jsonschema is not installed")
class ServerTests(unittest.TestCase):
    def test_examples_fit_their_schema(self):
        counts = []
        for block in re.findall(r"```json\n(.*?)```", ARTICLE.read_text(encoding="utf-8"), re.DOTALL):
            value = json.loads(block)
            if "$schema" in value:
                jsonschema.Draft202012Validator.check_schema(value)
                validator = jsonschema.Draft202012Validator(value)
                counts.append(0)
            else:
                validator.validate(value)
                counts[-1] += 1
        self.assertEqual(counts, [2, 1, 1])


if __name__ == "__main__":
    unittest.main()
