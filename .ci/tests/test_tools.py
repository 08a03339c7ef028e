"""That .ci/tools installs what is missing and nothing else, and never fails."""

import pathlib
import shutil
import subprocess
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).parents[1] / "tools"
SYSTEM = ["bash", "cat", "dirname", "mkdir", "rm", "touch"]
CHECKED = ["chromium", "tmux", "tsc", "pdftoppm"]
PACKAGES = {"chromium": "chromium", "tmux": "tmux", "node-typescript": "tsc", "poppler-utils": "pdftoppm"}
VENV = """#!/usr/bin/env bash
[[ "$*" == "-c import ensurepip, venv" ]] && exit
mkdir -p "$3/bin"
printf '#!/usr/bin/env bash\\necho "pip $*" >> {calls}\\nexit {status}\\n' > "$3/bin/pip"
/bin/chmod +x "$3/bin/pip"
"""
APT = """#!/usr/bin/env bash
echo "apt-get $*" >> {calls}
while (($# > 0)) && [[ "$1" != install && "$1" != update ]]; do shift; done
if [[ "$1" == update ]]; then touch {root}/updated; exit; fi
[[ {fresh} == yes || -e {root}/updated ]] || exit 100
for word in "$@"; do [[ "$word" != {unknown} ]] || exit 100; done
for word in "$@"; do
  case "$word" in
{cases}
  esac
done
"""


class ToolsTests(unittest.TestCase):
    """Runs it in a folder of its own, where it finds no program but what a test puts there."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.calls = self.root / "calls"
        self.calls.touch()
        (self.root / ".ci").mkdir()
        (self.root / "bin").mkdir()
        shutil.copy(SCRIPT, self.root / ".ci/tools")
        for name in SYSTEM:
            (self.root / "bin" / name).symlink_to(shutil.which(name))
        for name in CHECKED:
            self.program(name)
        self.program("fc-list", "#!/usr/bin/env bash\necho a font\n")
        self.program("id", "#!/usr/bin/env bash\necho 0\n")
        self.python()
        self.apt()

    def program(self, name, text="#!/usr/bin/env bash\n"):
        path = self.root / "bin" / name
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)

    def python(self, status=0):
        self.program("python3", VENV.format(calls=self.calls, status=status))

    def apt(self, fresh="yes", unknown="none"):
        cases = "\n".join(
            f"    {package}) cat {self.root}/bin/fc-list > {self.root}/bin/{program};"
            f" /bin/chmod +x {self.root}/bin/{program} ;;"
            for package, program in PACKAGES.items()
        )
        self.program("apt-get", APT.format(
            calls=self.calls, root=self.root, fresh=fresh, unknown=unknown, cases=cases
        ))

    def without(self, *names):
        for name in names:
            (self.root / "bin" / name).unlink()

    def run_tools(self, *arguments):
        """What it says, and what it called apt-get and pip for."""
        self.calls.write_text("")
        result = subprocess.run(
            ["bash", self.root / ".ci/tools", *arguments], env={"PATH": str(self.root / "bin")},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
        )
        self.assertEqual(result.returncode, 0, result.stdout)
        calls = self.calls.read_text().splitlines()
        return (
            result.stdout,
            [call.split(" -o ")[-1].split(" ", 1)[1] for call in calls if call.startswith("apt")],
            [call for call in calls if call.startswith("pip")],
        )

    def test_nothing_is_installed_where_all_is_there(self):
        self.run_tools()
        said, packages, wheels = self.run_tools()
        self.assertEqual(said, "All that the checks need is here.\n")
        self.assertEqual((packages, wheels), ([], []))

    def test_what_is_missing_is_installed_without_asking_for_new_lists(self):
        self.without("tmux", "tsc")
        said, packages, _ = self.run_tools()
        self.assertEqual(packages, ["install --no-install-recommends tmux node-typescript"])
        self.assertIn("Installed: tmux node-typescript", said)

    def test_old_lists_are_made_new(self):
        self.without("chromium")
        self.apt(fresh="no")
        said, packages, _ = self.run_tools()
        install = "install --no-install-recommends chromium"
        self.assertEqual(packages, [install, "update", install])
        self.assertIn("Installed: chromium", said)

    def test_a_package_that_the_system_has_not_keeps_no_other_from_being_installed(self):
        self.without("chromium", "tmux")
        self.apt(unknown="chromium")
        said, _, _ = self.run_tools()
        self.assertIn("Installed: tmux", said)
        self.assertIn("Not installed: chromium (see .build/tools.log)", said)

    def test_it_says_who_can_install_where_it_can_not(self):
        self.without("tmux", "chromium")
        self.program("id", "#!/usr/bin/env bash\necho 1000\n")
        said, packages, _ = self.run_tools()
        self.assertIn("Not installed: chromium tmux (that takes root", said)
        self.assertEqual(packages, [])
        self.without("apt-get")
        said, _, _ = self.run_tools()
        self.assertIn("Not installed: chromium tmux (there is no apt-get)", said)

    def test_fonts_count(self):
        self.program("fc-list", "#!/usr/bin/env bash\n[[ $1 == Lib* ]] || echo a font\n")
        _, packages, _ = self.run_tools()
        self.assertEqual(packages[0], "install --no-install-recommends fonts-liberation")

    def test_what_comes_from_PyPI_is_tried_again_until_it_is_there(self):
        self.python(status=1)
        said, _, _ = self.run_tools()
        self.assertIn("Not installed: .build/tools", said)
        self.python()
        said, _, wheels = self.run_tools("python")
        self.assertIn("Installed: check-jsonschema==", said)
        self.assertEqual(len(wheels), 2)
        self.assertEqual(self.run_tools("python"), ("", [], []))

    def test_an_environment_that_was_copied_is_made_anew(self):
        self.run_tools()
        versions = self.root / ".build/tools/versions"
        versions.write_text(versions.read_text().replace(str(self.root), "/elsewhere"))
        self.assertEqual(len(self.run_tools("python")[2]), 2)
