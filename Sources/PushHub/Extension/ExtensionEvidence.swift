import Foundation

/// The facts that the app knows about its service extension, with the findings that they lead to.
struct ExtensionEvidence {
  private static let capacity = 50

  /// The time after which a run that has not ended has no end.
  static let patience = Duration.seconds(60)

  /// The notifications that the extension was asked to change, by request, and when they were presented.
  private var seen: [(request: String, time: ContinuousClock.Instant)] = []
  private var runs: [(date: Date, run: ExtensionRun)] = []

  mutating func see(_ request: String, at time: ContinuousClock.Instant) {
    guard !seen.contains(where: { $0.request == request }) else { return }
    seen = seen.suffix(Self.capacity - 1) + [(request, time)]
  }

  mutating func add(_ run: ExtensionRun, begunAt date: Date) {
    if runs.count == Self.capacity {
      let request = runs.removeFirst().run.request
      seen.removeAll { $0.request == request }
    }
    runs.append((date, run))
  }

  /// - Parameters:
  ///   - isInBundle: Whether the app's bundle has an extension.
  ///   - canShare: Whether the folder can be written; `nil` if the app has no such folder.
  @MainActor func findings(
    isInBundle: Bool,
    canShare: Bool?,
    on scheduler: (any Scheduler)?
  ) -> [Checkup.Finding] {
    let setUpProblem = setUpProblem(isInBundle: isInBundle, canShare: canShare)
    let latest = scheduler.map { $0.now - Self.patience }
    return [setUpProblem ?? missingRuns(seenBefore: latest) ?? badRuns ?? summary]
      + latestRuns(at: scheduler?.date)
  }

  private static let subject = "serviceExtension"

  private func setUpProblem(isInBundle: Bool, canShare: Bool?) -> Checkup.Finding? {
    guard isInBundle else {
      return .init(
        Self.subject,
        .broken,
        "The app has no notification service extension in its bundle.",
        meaning: "The system shows each push as it was sent.",
        advice: "Embed the extension in the app: Build Phases, Embed Foundation Extensions."
      )
    }
    guard canShare != true else { return nil }
    return .init(
      Self.subject,
      .broken,
      canShare == nil
        ? "The app has no folder in an app group for the extension's runs."
        : "The folder for the extension's runs can't be written.",
      meaning: "The app doesn't see what the extension does.",
      advice: "Add the group to the capability App Groups of the app and of the extension."
    )
  }

  private func missingRuns(seenBefore latest: ContinuousClock.Instant?) -> Checkup.Finding? {
    let requests = Set(runs.map(\.run.request))
    let missing = seen.filter { !requests.contains($0.request) }
    // The run of a newer one may have begun, and is not taken before it has ended.
    let count = missing.count { entry in latest.map { entry.time <= $0 } ?? true }
    guard count > 0 else {
      return missing.isEmpty
        ? nil
        : .init(
          Self.subject,
          .unknown,
          "It is not known yet whether the extension ran for the latest push.",
          advice: "Make another checkup in a minute."
        )
    }
    return .init(
      Self.subject,
      runs.isEmpty ? .broken : .suspect,
      "The extension did not run for \(count) of \(seen.count) pushes with mutable-content.",
      meaning:
        "The system showed them as they were sent, or the extension can't write to the app group.",
      advice:
        "Compare the app groups and the deployment targets of app and extension, and look for crashes "
        + "of the extension."
    )
  }

  /// The finding about runs that did not succeed: the worst kind that there is.
  private var badRuns: Checkup.Finding? {
    typealias Kind = (
      seen: String, meaning: String, advice: String, outcomes: [ExtensionRun.Outcome],
      isMet: (ExtensionRun) -> Bool
    )
    let kinds: [Kind] = [
      (
        "was ended by the system",
        "The system ends an extension that uses more than about 24 MB, or that crashes.",
        "Look for a crash or memory report of the extension; let the step use less memory.",
        [.running],
        { $0.end == nil }
      ),
      (
        "was late",
        "The notification is shown later, and without what the step was to change.",
        "Give the step a shorter limit, or let it do less.",
        [.late, .expired],
        { $0.end == .expired }
      ),
      (
        "ran before the user had unlocked the device",
        "Until then, protected files and most of the keychain can't be read.",
        "Use kSecAttrAccessibleAfterFirstUnlock, and let steps do without what they can't read.",
        [],
        { !$0.unlocked }
      ),
      (
        "had a step that failed, or content that the system refused",
        "The notification is shown without what the step was to change.",
        "The latest runs have the errors.",
        [.failed],
        { $0.refusal != nil }
      ),
    ]
    for kind in kinds {
      let problems = runs.map(\.run).filter { run in
        kind.isMet(run)
          || run.end != nil && run.steps.contains { kind.outcomes.contains($0.outcome) }
      }
      guard !problems.isEmpty else { continue }
      let steps = Set(
        problems.flatMap(\.steps).filter { kind.outcomes.contains($0.outcome) }.map(\.name)
      )
      let names = steps.isEmpty ? "" : " (\(LogText(steps.sorted())))"
      return .init(
        Self.subject,
        .suspect,
        "The extension \(kind.seen) in \(problems.count) of its last \(runs.count) runs\(names).",
        meaning: kind.meaning,
        advice: kind.advice
      )
    }
    return nil
  }

  private var summary: Checkup.Finding {
    runs.isEmpty
      ? .init(
        Self.subject,
        .unknown,
        "The extension has not run since the app last took its runs.",
        meaning:
          "No push with an alert and mutable-content has come, or the extension doesn't run.",
        advice: "Send one with simctl push or with Apple's Push Notifications Console."
      ) : .init(Self.subject, .fine, "The extension did its work in its last \(runs.count) runs.")
  }

  private func latestRuns(at now: Date?) -> [Checkup.Finding] {
    guard let now, !runs.isEmpty else { return [] }
    let texts = runs.suffix(5).reversed().map { date, run in
      "\(LogText(Duration.seconds(now.timeIntervalSince(date)))) ago: \(run.message)."
    }
    return [.init("serviceExtensionRuns", .fine, texts.joined(separator: " "))]
  }
}
