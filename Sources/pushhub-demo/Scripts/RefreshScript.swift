public import PushHub
import PushHubRecorder
public import PushHubReplay

/// The time that the system gives the app in the background, in which all features refresh.
///
/// Where a transcript says that the time begins, `NotificationManager.refresh()` is called; where it
/// says that it has expired, the refresh is cut off.
@MainActor
public final class RefreshScript: FeatureScript {
  /// The name.
  public let name = "refresh"
  /// The title of the lane.
  public let title = "Background refresh"
  /// What it brings to transcripts.
  public let vocabulary: [any FeatureRecord.Type] = [RefreshMoment.self]

  private var times: Times?

  /// Makes a script.
  public init() {}

  /// Makes what calls for refreshes.
  public func plugin(on stage: Stage) -> any PushPlugin {
    let times = Times(on: stage.scheduler)
    self.times = times
    return times
  }

  /// Lets happen what a record tells.
  public func apply(_ record: any FeatureRecord) {
    switch record as? RefreshMoment {
    case .began: times?.begin()
    case .expired: times?.expire()
    case nil: break
    }
  }

  /// The times that the system gives; one that comes during another shares its refresh.
  @MainActor
  private final class Times: LoggingPlugin {
    var log: ((RefreshEvent) -> Void)?

    private let scheduler: any Scheduler
    private var manager: NotificationManager?
    private var work: [Task<Void, Never>] = []
    private(set) var latest: RefreshEvent?

    init(on scheduler: any Scheduler) {
      self.scheduler = scheduler
    }

    func attach(to context: PluginContext) {
      manager = context.push as? NotificationManager
    }

    func detach() {
      expire()
      manager = nil
    }

    func begin() {
      guard let manager else { return }
      note(.began)
      let task = scheduler.perform { [weak self, scheduler] in
        let result = await scheduler.awaitExternalWork { await manager.refresh() }
        guard !Task.isCancelled else { return }
        self?.end(as: .ended(result))
      }
      work.append(task)
    }

    func expire() {
      let expired = work
      end(as: .expired)
      for task in expired {
        task.cancel()
      }
    }

    private func end(as event: RefreshEvent) {
      guard !work.isEmpty else { return }
      work = []
      note(event)
    }

    private func note(_ event: RefreshEvent) {
      latest = event
      log?(event)
    }
  }
}

// MARK: - What it does

/// What came of the time that the system gave the app in the background.
public enum RefreshEvent: TimelineEvent {
  /// All features are asked.
  case began

  /// All have done what they could, with this result.
  case ended(FetchResult)

  /// They were cut off, since the time was over.
  case expired

  private enum Mark: Hashable {
    case refresh
  }

  /// The latest refresh, for what features do about it.
  public static let latestRefresh = Topic(Mark.refresh)

  /// The name.
  public var name: String {
    switch self {
    case .began: "began"
    case .ended: "ended"
    case .expired: "expired"
    }
  }

  /// What stands in its JSON.
  public var fields: KeyValuePairs<String, JSONValue?> {
    switch self {
    case .began, .expired: [:]
    case .ended(let result): ["result": .string("\(result)")]
    }
  }

  /// What happened, for people.
  public var words: String {
    switch self {
    case .began: "asks all features to refresh"
    case .ended(.newData): "something came of the refresh"
    case .ended(.noData): "there was nothing to refresh"
    case .ended(.failed): "the refresh failed"
    case .expired: "cuts the refresh off"
    }
  }

  /// How it looks on the timeline.
  public var look: MarkLook {
    switch self {
    case .began: MarkLook("◐")
    case .ended(.newData): MarkLook("✓", label: "new")
    case .ended(.noData): MarkLook("–", label: "none")
    case .ended(.failed), .expired: MarkLook("✕", isProblem: true)
    }
  }

  /// What it came of.
  public var origins: [Topic] { self == .began ? [] : [Self.latestRefresh] }

  /// What it means on the timeline.
  public var traces: [Trace] {
    [self == .began ? .beginsWork(Self.latestRefresh) : .ends(Self.latestRefresh)]
  }

  /// Why nothing more comes of it.
  public var reasonForNothing: String? {
    self == .began ? nil : "The system is told so, and lets the app sleep again."
  }

  /// What it is counted as.
  public var tally: Tally? {
    switch self {
    case .began: nil
    case .ended(let result): Tally("Background refreshes", of: "\(result)")
    case .expired: Tally("Background refreshes", of: name)
    }
  }
}

// MARK: - What is true

/// The latest refresh in the background.
struct RefreshFact: FeatureFact {
  let latest: RefreshEvent

  var name: String { "state" }
  var json: JSONValue { .string(latest.name) }
  var words: FactWords { "the latest refresh\(.since): \(latest.words)" }

  func isTold(by event: any FeatureEvent) -> Bool { event as? RefreshEvent == latest }
}

extension RefreshScript {
  /// What is true of the refreshes now.
  public func facts(on stage: Stage) -> [any FeatureFact] {
    times?.latest.map { [RefreshFact(latest: $0)] } ?? []
  }
}

// MARK: - On the timeline

extension RefreshScript {
  /// What a record looks like.
  public func appearance(of record: any FeatureRecord) -> RecordAppearance {
    record as? RefreshMoment == .expired
      ? RecordAppearance(
        words: "the time in the background is over",
        look: MarkLook("◑", label: "expired", isProblem: true)
      )
      : RecordAppearance(
        words: "the system gives the app time in the background",
        look: MarkLook("◐", label: "refresh")
      )
  }

  /// What a record came of.
  public func origins(of record: any FeatureRecord) -> [Topic] {
    record as? RefreshMoment == .expired ? [RefreshEvent.latestRefresh] : []
  }

  /// Why nothing came of a record.
  public var reasonForNothing: String? {
    "The features were done before."
  }

  /// Why nothing has led to what is true.
  public func reasonForNoHistory(signedOut: String?) -> String {
    "the system has given the app no time in the background."
  }
}
