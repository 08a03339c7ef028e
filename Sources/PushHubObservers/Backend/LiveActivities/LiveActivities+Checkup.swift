import Foundation
public import PushHub

extension LiveActivities {
  /// Whether Live Activities are allowed, and which tokens are missing, not acknowledged or too old.
  public func findings(inEnvironment environment: String?) -> [Checkup.Finding] {
    let report = runtime.core.lastRead
    let date = runtime.context?.scheduler.date ?? .distantPast
    let isFrequencyLow = wantsFrequentUpdates && report?.allowsFrequentUpdates == false
    let checks: [(isProblem: Bool, verdict: Checkup.Verdict, seen: String, advice: String)] =
      [
        (
          report?.isSupported == false, .broken,
          "The app's Info.plist does not have NSSupportsLiveActivities.",
          "Add the key with the value YES to the app's target."
        ),
        (
          report?.isAllowed == false, .broken, "The user does not allow Live Activities.",
          "The user can allow them in Settings, under the app's name."
        ),
        (
          isFrequencyLow, .suspect, "Frequent updates of Live Activities are off.",
          "Add NSSupportsLiveActivitiesFrequentUpdates, or let the user turn them on in Settings."
        ),
      ]
      + source.types.map { type in
        let token = state.startTokens[type]
        return (
          token.map { acknowledgement?($0) == nil } ?? true, .suspect,
          token == nil
            ? "There is no token yet that starts Live Activities of \(type)."
            : "The server has not acknowledged the token that starts Live Activities of \(type).",
          token == nil
            ? "The system may give none before one has run; start one in the app."
            : "Let a registration follow the Live Activities, and check its latest request."
        )
      }
      + state.running.map { entry in
        (
          entry.start.map { date.timeIntervalSince($0) >= LiveActivitiesState.limit } ?? false,
          .suspect,
          "A Live Activity of \(entry.activity.type) is active after the system's limit of 8 hours.",
          "Its token may be useless. Check the device's clock, and end the activity."
        )
      }
    let findings = checks.filter(\.isProblem).map {
      Checkup.Finding("liveActivities", $0.verdict, $0.seen, advice: $0.advice)
    }
    return findings.isEmpty
      ? [
        Checkup.Finding("liveActivities", .fine, "The server can start and update Live Activities.")
      ]
      : findings
  }
}

extension LiveActivities {
  /// For each token, since when it is known and since when the server has it.
  public var facts: [(name: String, value: JSONValue)] {
    let start = source.types.map { type in
      ("start \(type)", fact(of: state.startTokens[type], since: state.startTokenDates[type]))
    }
    return start
      + state.running.map {
        ("\($0.activity.type) \($0.activity.id)", fact(of: $0.activity.token, since: $0.tokenSince))
      }
  }

  private func fact(of token: PushToken?, since date: Date?) -> JSONValue {
    guard let token, let date else { return "no token yet" }
    let server = acknowledgement?(token).map { "acknowledged at \($0.ISO8601Format())" }
    return .string("known since \(date.ISO8601Format()), \(server ?? "not acknowledged")")
  }
}
