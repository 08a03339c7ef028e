import Foundation
public import PushHub

extension LiveActivities {
  /// Whether Live Activities are allowed, and which tokens are missing, not acknowledged or too old.
  public func findings(inEnvironment environment: String?) -> [Checkup.Finding] {
    let report = runtime.kernel.core.lastRead
    var findings: [Checkup.Finding] = []
    let add = { (verdict: Checkup.Verdict, seen: String, advice: String) in
      findings.append(Checkup.Finding("liveActivities", verdict, seen, advice: advice))
    }
    if report?.isSupported == false {
      add(
        .broken,
        "The app's Info.plist does not have NSSupportsLiveActivities.",
        "Add the key with the value YES to the app's target."
      )
    }
    if report?.isAllowed == false {
      add(
        .broken,
        "The user does not allow Live Activities.",
        "The user can allow them in Settings, under the app's name."
      )
    }
    if wantsFrequentUpdates, report?.allowsFrequentUpdates == false {
      add(
        .suspect,
        "Frequent updates of Live Activities are off.",
        "Add NSSupportsLiveActivitiesFrequentUpdates, or let the user turn them on in Settings."
      )
    }
    for type in state.knownTypes {
      guard let token = state.startTokens[type] else {
        add(
          .suspect,
          "There is no token yet that starts Live Activities of \(type).",
          "The system may create none before one has run; start one in the app."
        )
        continue
      }
      if recipient?.acknowledgement(of: token) == nil {
        add(
          .suspect,
          "The server has not acknowledged the token that starts Live Activities of \(type).",
          "Let a registration follow the Live Activities, and check its latest request."
        )
      }
    }
    let date = runtime.scheduler.map { runtime.kernel.core.date(at: $0.date) } ?? .distantPast
    for entry in state.running where entry.age(at: date) >= LiveActivitiesState.limit {
      add(
        .suspect,
        "A Live Activity of \(entry.activity.type) is active after the system's limit of 8 hours.",
        "Its token may be useless. Check the device's clock, and end the activity."
      )
    }
    if findings.isEmpty { add(.fine, "The server can start and update Live Activities.", "") }
    return findings
  }
}

extension LiveActivities {
  /// The date since which each token is known, or each activity without one, and when the server acknowledged it.
  public var facts: [(name: String, value: JSONValue)] {
    let start = state.knownTypes.map { type in
      ("start \(type)", fact(of: state.startTokens[type], since: state.startTokenDates[type]))
    }
    return start
      + state.running.map {
        (
          "\($0.activity.type) \($0.activity.id)",
          fact(of: $0.activity.token, since: $0.tokenSince ?? $0.start)
        )
      }
  }

  private func fact(of token: PushToken?, since date: Date?) -> JSONValue {
    guard let date else { return "no token yet" }
    guard let token else { return .string("no token yet, running since \(date.ISO8601Format())") }
    let server = recipient?.acknowledgement(of: token).map {
      "acknowledged at \($0.ISO8601Format())"
    }
    return .string("known since \(date.ISO8601Format()), \(server ?? "not acknowledged")")
  }
}
