"""Which sources are changed together, and which tests are run for them."""
import dataclasses
import pathlib
import re

TESTS = pathlib.Path(__file__).resolve().parents[2] / "Tests"

# What each module knows.
KNOWN = {
    "PushHub": (),
    "PushHubNetworking": ("PushHub",),
    "PushHubObservers": ("PushHub", "PushHubNetworking"),
    "PushHubBackend": ("PushHub", "PushHubNetworking"),
    "PushHubAlerts": ("PushHub",),
    "PushHubTesting": ("PushHub",),
}

# The modules of ready-made features.
FEATURES = ("PushHubNetworking", "PushHubObservers", "PushHubBackend", "PushHubAlerts")


@dataclasses.dataclass(frozen=True)
class Group:
    name: str
    sources: tuple  # patterns below Sources
    tests: tuple  # folders of the targets of tests; TestSupport comes with all
    modules: tuple = ("PushHub", "PushHubTesting")
    worlds: tuple = ()  # files of other folders of tests that these need
    without: tuple = ()  # files of tests that need what is left out here
    shelf: str = ""  # the folder of the build, if it is not the group's own

    @property
    def folder(self):
        return self.shelf or self.name


# What decides in a feature's folder, and neither waits nor shows anything.
CORES = tuple(
    f"*{word}.swift"
    for word in ("Core", "Core+*", "Ledger", "Queue", "Book", "Index", "Backoff", "Hours", "Window")
)

FOLDERS = ("Manager", "Time", "Lifecycle", "Subjects")


def targets(folders):
    """The folders below Tests that have these names in the target of their module's tests."""
    found = [path for folder in folders for path in sorted(TESTS.glob(f"PushHub*Tests/{folder}"))]
    return tuple(str(path.relative_to(TESTS)) for path in found)


OBSERVERS = tuple(KNOWN)

# What the tests of a folder need of other folders, beside TestSupport.
WORLDS = {
    "Badges": (
        "PushHubObserversTests/UnreadSync/ControlledSource.swift", "PushHubObserversTests/UnreadSync/UnreadSyncApp.swift",
    ),
    "LiveActivities": ("PushHubBackendTests/DeviceRegistration/RegistrationDriver.swift",),
}


def feature(*folders, witnesses=()):
    """The group of a feature: its cores, and the tests of its folders and of those that rely on them.

    All features are built in one place, one after the other, so that only what changes is built anew.
    """
    tests = (*folders, *witnesses)
    return Group(
        folders[0],
        tuple(
            f"{module}/{folder}/{each}"
            for module in FEATURES
            for folder in folders
            for each in CORES
        ),
        targets(tests),
        OBSERVERS,
        tuple(world for each in tests for world in WORLDS.get(each, ()) if world.split("/")[1] not in tests),
        shelf="observers",
    )


# The folders of the features that have something which decides.
CORE_FOLDERS = sorted({
    path.parent.name
    for module in FEATURES for core in CORES for path in (TESTS.parent / "Sources" / module).glob(f"*/{core}")
})

GROUPS = (
    Group(
        "pushhub",
        tuple(f"PushHub/{folder}/*.swift" for folder in FOLDERS),
        (*targets((*FOLDERS, "Plugins")), "PushHubTestingTests"),
    ),
    Group(
        "plugins",
        tuple(f"PushHub/{folder}/*.swift" for folder in ("Plugins", "Storage", "Checkup")),
        targets(("Plugins", "Storage", "Checkup")),
        shelf="pushhub",
    ),
    Group("kernel", ("PushHub/Plugins/Kernel/*.swift",), targets(("Plugins",)), shelf="pushhub"),
    feature("BadgeDot", "Badges"),
    *(feature(folder) for folder in CORE_FOLDERS if folder not in ("Apple", "BadgeDot", "Badges")),
    Group("extension", ("PushHub/Extension/*.swift",), targets(("Extension",))),
    Group("push", ("PushHub/Push/**/*.swift",), targets(("Push",))),
)

# The suites that kill most of a file's mutants at once; what they leave, all of its folder are run for.
FIRST = {
    "Deduplicator": "Duplicate|Deduplicator",
    "Journal": "Journal|Responder|EventStream",
    "BackgroundDelivery": "BackgroundDelivery",
    "ResponseState": "ResponseState|Responder",
}

# Whose suites are in another folder than the source's.
ELSEWHERE = {
    "LifecycleState": ("Lifecycle",),
    "LifecycleEvent": ("Lifecycle",),
    "PresentationVoter": ("Manager",),
    "ObserverList": ("Subjects", "Manager", "Lifecycle"),
    "NotificationManager+Responses": ("Manager", "Plugins"),
}

SUITE = re.compile(r"^(?:final )?(?:struct|class) (\w+Tests)\b", re.MULTILINE)

# Suites that go through thousands of sequences: they are run for what the others leave alive.
SLOW = re.compile("Model|EveryFault|Garbage|Simulation")


def home(file):
    """The folder of the module that a source belongs to, below the root."""
    return pathlib.Path(*pathlib.PurePath(file).parts[:2])


def files(root, group):
    """The sources of a group, as paths below the root."""
    folder = pathlib.Path(root) / "Sources"
    found = {path for pattern in group.sources for path in folder.glob(pattern)}
    return sorted(str(path.relative_to(root)) for path in found)


def fits(group, test):
    """Whether a file of tests, or of what supports them, needs no more than a group has."""
    imports = re.findall(
        r"^(?:@testable )?import ([Pp]ush[Hh]ub\w*|pushhub_demo)", test.read_text(), re.M
    )
    return set(imports) <= set(group.modules) and test.name not in group.without


def folders(file):
    """The folders whose suites are run for a file."""
    path = pathlib.Path(file)
    whole = path.stem.split("+")[0]
    return targets(ELSEWHERE.get(path.stem) or ELSEWHERE.get(whole, (path.parts[2],)))


def filters(root, group, file):
    """The filters of the runs that a mutant of a file must survive, the quickest first.

    Suites that need more than the group has are not built with it, and not asked.
    """
    path = pathlib.Path(file)
    tests = pathlib.Path(root) / "Tests"
    found = [
        (suite, test.stem)
        for each in folders(file)
        for test in sorted((tests / each).rglob("*Tests.swift"))
        if fits(group, test)
        for suite in SUITE.findall(test.read_text())
    ]
    first = re.compile(FIRST.get(path.stem, "^" + re.escape(path.stem)))
    suites = sorted(suite for suite, _ in found)
    quick = [suite for suite in suites if not SLOW.search(suite)]
    mine = [suite for suite, stem in sorted(found) if suite in quick and (first.search(suite) or first.search(stem))]
    stages = [stage for stage in (mine, quick, suites) if stage]
    return [[r"Tests\.(" + "|".join(stage) + ")/"] for stage in stages]
