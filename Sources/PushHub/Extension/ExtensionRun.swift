/// A record of the work of a service extension on one notification.
///
///     {"t":3,"extension":{"end":"delivered","push":"m1","request":"r1","steps":[
///       {"name":"picture","outcome":"done","took":0.8}],"took":0.8,"unlocked":true}}
///
/// It holds names and times, and no text. The extension writes it to a file that the app reads, see
/// ``ServiceExtensionMonitor``.
public struct ExtensionRun: FeatureRecord {
  /// The key in a transcript.
  public static let key = "extension"

  /// A record of one step of a run.
  public struct Step: Codable, Hashable, Sendable {
    /// The name of the step.
    public let name: String

    /// The outcome of the step.
    public internal(set) var outcome: Outcome

    /// The duration; zero while it is running.
    public internal(set) var took = Duration.zero

    /// The error of a failed step, without content of the notification; `nil` for any other.
    public internal(set) var error: String?
  }

  /// The outcome of a step.
  public enum Outcome: String, Codable, Sendable {
    /// The step is running, or was when the system ended the extension.
    case running
    /// The step returned in time.
    case done
    /// The step threw an error.
    case failed
    /// The step was canceled, since its own time was up.
    case late
    /// The step was canceled, since the system's time for the extension was up.
    case expired
  }

  /// The way in which a run ended.
  public enum End: String, Codable, Sendable {
    /// The notification was delivered when all steps had ended.
    case delivered
    /// A step dropped the notification.
    case dropped
    /// The notification was delivered with a neutral text, since its account isn't signed in.
    case withheld
    /// The notification was delivered when the system's time was up.
    case expired
  }

  /// The push's own id, see `Push.id`.
  @Private public var push: String

  /// The notification request's identifier.
  @Private public var request: String

  /// The steps that were started, in order.
  public internal(set) var steps: [Step] = []

  /// The end of the run; `nil` while it is under way, or if the system ended the extension before.
  public internal(set) var end: End?

  /// The duration of the run.
  public internal(set) var took = Duration.zero

  /// The reason why the system refused a part of the content, such as an attachment; `nil` for none.
  public internal(set) var refusal: String?

  /// Whether the user had unlocked the device since it was started.
  public internal(set) var unlocked = true
}

extension ExtensionRun: FeatureEvent {
  /// The end.
  public var name: String { end?.rawValue ?? "ended" }

  /// The push and the duration.
  public var fields: KeyValuePairs<String, JSONValue?> {
    ["id": .string(push), "took": JSONValue(took)]
  }

  /// An error for a run with a step that wasn't done, or that the system ended.
  public var level: LogLevel {
    let isDone = steps.allSatisfy { $0.outcome == .done }
    return isDone && refusal == nil && end != nil && end != .expired ? .info : .error
  }

  /// `true`: it has names of steps, times, and errors without content.
  public var isPublic: Bool { true }

  /// A description of the run, as a clause.
  public var message: String {
    let end = end.map { "\($0.rawValue) after \(LogText(took))" } ?? "ended by the system"
    let refusal = refusal.map { ["the system refused content (\(LogText(clause: $0)))"] } ?? []
    return ([end] + refusal + steps.map(\.message)).joined(separator: ", ")
  }
}

extension ExtensionRun.Step {
  /// A description of the step, as a clause.
  public var message: String {
    outcome == .running
      ? "\(name) was running"
      : "\(name) \(outcome.rawValue) after \(LogText(took))"
        + (error.map { " (\(LogText(clause: $0)))" } ?? "")
  }
}
