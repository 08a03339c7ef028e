import PushHub
import PushHubRecorder
import PushHubReplay

/// The background refreshes, in which the system gives the app time and all features refresh.
///
/// One that begins during another shares its work.
@MainActor
final class RefreshScript: ReadyMadeScript, RecordedScript, LoggingPlugin {
  let name = "refresh"
  let title = "Background refresh"

  var log: ((RefreshEvent) -> Void)?

  private var context: PluginContext?
  private var work: Task<Void, Never>?
  private var latest: RefreshEvent?

  func plugin(in replay: Replay) -> any PushPlugin { self }

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

  func mark(of event: RefreshEvent) -> TimelineMark {
    switch event {
    case .began: TimelineMark("◐", until: ["began", "ended", "expired"], isWork: true)
    case .ended(.newData): TimelineMark("✓", label: "new", from: ["began"])
    case .ended(.noData): TimelineMark("–", label: "none", from: ["began"])
    case .ended(.failed), .expired: .problem(from: ["began"])
    }
  }
}

/// An event of a background refresh.
enum RefreshEvent: FeatureEvent {
  /// All features refresh.
  case began

  /// All features have finished.
  case ended(FetchResult)

  /// The features were canceled because the time was over.
  case expired

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
}
