"""Which sources are changed together, and which tests are run for them."""
import dataclasses
import pathlib
import re

# What each module knows.
KNOWN = {
    "PushHub": (),
    "PushHubObservers": ("PushHub",),
    "PushHubReplay": (),
}

# Of which module only a folder is built, since the tests that are run need no more.
PARTS = {"PushHubReplay": "PushHubReplay/Models"}
PART_NAMES = re.compile(r"\b(EverySequence|RandomSequences|SequenceFailure|CheckedWorld)\b")


@dataclasses.dataclass(frozen=True)
class Group:
    name: str
    sources: tuple  # patterns below Sources
    tests: tuple  # folders of Tests/PushHubTests; Support comes with all
    modules: tuple = ("PushHub", "PushHubReplay")
    worlds: tuple = ()  # files of other folders of tests that these need
    without: tuple = ()  # files of tests that need what is left out here


# What decides in a feature's folder, and neither waits nor shows anything.
CORES = tuple(
    f"*{word}.swift"
    for word in ("Core", "Core+*", "Ledger", "Queue", "Book", "Index", "Line", "Backoff", "Hours", "Window", "Change")
)

FOLDERS = ("Manager", "Time", "Core", "Lifecycle", "Subjects")

FEATURES = (
    "Retry", "UnreadSync", "DeviceRegistration", "PushReceipts", "QuietRules", "ForegroundBanner",
    "PermissionPolicy", "BadgeDot", "Badges", "Countdown", "DeliveredNotifications",
    "LocalNotifications", "ScreenshotPreview",
)

GROUPS = (
    Group(
        "pushhub",
        tuple(f"PushHub/{folder}/*.swift" for folder in FOLDERS),
        FOLDERS,
    ),
    Group(
        "observers",
        tuple(f"PushHubObservers/{name}/{each}" for name in FEATURES for each in CORES),
        FEATURES,
        ("PushHub", "PushHubObservers", "PushHubReplay"),
        worlds=("Outbox/OutboxFolder.swift",),
    ),
    Group("push", ("PushHub/Push/**/*.swift",), ("Push",)),
)

# The suites that kill most of a file's mutants at once; what they leave, all of its folder are run for.
FIRST = {
    "SightingLedger": "Sighting",
    "AnswerBook": "Responder",
    "BackgroundDelivery": "DeliveryGate|BackgroundDelivery",
}

# Whose suites are in another folder than the source's.
ELSEWHERE = {
    "LifecycleState": ("Lifecycle",),
    "LifecycleEvent": ("Lifecycle",),
    "ObserverList": ("Subjects", "Manager", "Lifecycle"),
}

# Suites that go through thousands of sequences: they are run for what the others leave alive.
SLOW = re.compile("Model|Chaos|Fault|Garbage|Simulation")


def files(root, group):
    """The sources of a group, as paths below the root."""
    sources = pathlib.Path(root) / "Sources"
    found = {path for pattern in group.sources for path in sources.glob(pattern)}
    return sorted(str(path.relative_to(root)) for path in found)


def fits(group, test):
    """Whether a file of tests, or of what supports them, needs no more than a group has."""
    text = test.read_text()
    imports = set(re.findall(r"^(?:@testable )?import ([Pp]ush[Hh]ub\w*|pushhub_demo)", text, re.M))
    is_part = "PushHubReplay" not in imports or PART_NAMES.search(text)
    return imports <= set(group.modules) and is_part and test.name not in group.without


def filters(root, file):
    """The filters of the runs that a mutant of a file must survive, the quickest first."""
    path = pathlib.Path(file)
    tests = pathlib.Path(root) / "Tests" / "PushHubTests"
    folders = ELSEWHERE.get(path.stem, (path.parts[2],))
    suites = sorted(test.stem for each in folders for test in (tests / each).rglob("*Tests.swift"))
    first = re.compile(FIRST.get(path.stem, "^" + re.escape(path.stem)))
    mine = [suite for suite in suites if first.search(suite) and not SLOW.search(suite)]
    quick = [suite for suite in suites if not SLOW.search(suite)]
    stages = [stage for stage in (mine, quick, suites) if stage]
    return [[r"PushHubTests\.(" + "|".join(stage) + ")/"] for stage in stages]
