extension NotificationManager {
  /// The finding on how pushes came last; `nil` if none has come.
  var arrivalsFinding: Checkup.Finding? {
    let now = scheduler.now.referenceTime
    let callbacks = PushCallbackKind.allCases.compactMap { callback in
      arrivals.latest[callback].map { "\(callback) \(LogText(now - $0)) ago" }
    }
    guard !callbacks.isEmpty else { return nil }
    return .init(
      "pushes",
      .fine,
      "The latest pushes came by \(callbacks.joined(separator: ", "))."
    )
  }

  /// - Parameter problem: The reason why the system does not start the app for silent pushes, if known.
  func silentPushesFinding(_ problem: String?) -> Checkup.Finding {
    let (count, lateCount) = (arrivals.silentCount, statistics[.late])
    if let problem {
      return .init(
        "silentPushes",
        .suspect,
        problem,
        meaning: "The system doesn't start the app for silent pushes, or less often.",
        advice: "Don't depend on silent pushes; refresh when the app comes to the foreground."
      )
    }
    guard lateCount == 0 else {
      return .init(
        "silentPushes",
        .suspect,
        "\(count) silent pushes came, and work was cut off \(lateCount) times.",
        meaning: "The system gives less time in the background to an app that uses all of it.",
        advice: "Let observers and responders do less; the log names those that were late."
      )
    }
    return .init(
      "silentPushes",
      count > 0 ? .fine : .unknown,
      "\(count) silent pushes came, and no work in the background was cut off."
    )
  }

  var journalFinding: Checkup.Finding {
    let pending = journal.pending.filter { $0.event.push != nil }
    guard let oldest = pending.first else {
      return .init("journal", .fine, "No event and no response is pending.")
    }
    let responseCount = pending.count { $0.response != nil }
    let wait = scheduler.now.referenceTime - oldest.time
    return .init(
      "journal",
      .suspect,
      "\(responseCount) responses and \(pending.count - responseCount) events are pending, the oldest for "
        + "\(LogText(wait)).",
      meaning: "No responder has handled the responses, and no observer accepts the events.",
      advice: "Install the feature that handles them; it receives them when it is attached."
    )
  }
}

extension Checkup.Finding {
  static let noArrivals = Self(
    "pushes",
    .unknown,
    "No push has come since the launch.",
    meaning: "Nothing was sent to this device, or one of the findings above prevents it.",
    advice: "Send one to the app's token with Apple's Push Notifications Console."
  )
}
