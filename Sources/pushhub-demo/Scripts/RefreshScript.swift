import PushHub
import PushHubRecorder
import PushHubReplay

/// The time that the system gives the app in the background, in which all features refresh.
///
/// A time that comes during another shares its refresh.
@MainActor
final class RefreshScript: ReadyMadeScript, RecordedScript, LoggingPlugin {
  let name = "refresh"
  let title = "Background refresh"

  var log: ((RefreshEvent) -> Void)?

  private var context: PluginContext?
  private var work: Task<Void, Never>?
  private var latest: RefreshEvent?

  func plugin(on stage: Stage) -> any PushPlugin { self }

  func attach(to context: PluginContext) {
    self.context = context
  }

  func detach() {
    end(as: .expired)
    context = nil
  }

  func apply(_ moment: RefreshMoment) {
    switch moment {
    case .began: begin()
    case .expired: end(as: .expired)
    }
  }

  private func begin() {
    guard let context, let manager = context.push as? NotificationManager else { return }
    record(.began)
    guard work == nil else { return }
    work = context.scheduler.perform { [weak self, scheduler = context.scheduler] in
      let result = await scheduler.awaitExternalWork { await manager.refresh() }
      if !Task.isCancelled {
        self?.end(as: .ended(result))
      }
    }
  }

  private func end(as event: RefreshEvent) {
    guard let work = work.take() else { return }
    record(event)
    work.cancel()
  }

  private func record(_ event: RefreshEvent) {
    latest = event
    log?(event)
  }
}

extension RefreshScript {
  var facts: [(name: String, value: JSONValue)] {
    guard let latest else { return [] }
    return [("latest", .string(latest.message))]
  }

  func mark(of moment: RefreshMoment) -> TimelineMark {
    switch moment {
    case .began:
      TimelineMark(
        "◐",
        message: "the system gives the app time in the background",
        label: "refresh"
      )
    case .expired:
      TimelineMark(
        "◑",
        message: "the time in the background is over",
        label: "expired",
        isProblem: true,
        from: [.latestRefresh]
      )
    }
  }

  var reasonForNothing: String? { "The features were done before." }
}

// MARK: - What it does

/// What came of the time that the system gave the app in the background.
enum RefreshEvent: TimelineEvent {
  /// All features are asked.
  case began

  /// All have done what they could, with this result.
  case ended(FetchResult)

  /// They were cut off, since the time was over.
  case expired

  var name: String {
    switch self {
    case .began: "began"
    case .ended: "ended"
    case .expired: "expired"
    }
  }

  var fields: KeyValuePairs<String, JSONValue?> {
    if case .ended(let result) = self { ["result": .string("\(result)")] } else { [:] }
  }

  var message: String {
    switch self {
    case .began: "asks all features to refresh"
    case .ended(.newData): "something came of the refresh"
    case .ended(.noData): "there was nothing to refresh"
    case .ended(.failed): "the refresh failed"
    case .expired: "cuts the refresh off"
    }
  }

  var mark: TimelineMark {
    switch self {
    case .began: TimelineMark("◐", traces: [.beginsWork(.latestRefresh)])
    case .ended(.newData): ending("✓", label: "new")
    case .ended(.noData): ending("–", label: "none")
    case .ended(.failed), .expired: ending("✕", isProblem: true)
    }
  }

  private func ending(_ glyph: String, label: String = "", isProblem: Bool = false) -> TimelineMark
  {
    let entry = if case .ended(let result) = self { "\(result)" } else { name }
    return TimelineMark(
      glyph,
      label: label,
      isProblem: isProblem,
      from: [.latestRefresh],
      traces: [.ends(.latestRefresh)],
      reasonForNothing: "The system is told so, and lets the app sleep again.",
      tally: ("Background refreshes", entry)
    )
  }
}

extension Topic {
  /// The latest refresh, for what features do about it.
  static let latestRefresh: Self = "refresh latest"
}
