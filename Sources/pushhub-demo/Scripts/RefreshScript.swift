public import PushHub
public import PushHubRecorder
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
    let times = Times(on: stage)
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
  private final class Times: PushPlugin {
    private let stage: Stage
    private var manager: NotificationManager?
    private var work: [Task<Void, Never>] = []
    private(set) var latest: FetchResult?

    var isUsed: Bool { !work.isEmpty }

    init(on stage: Stage) {
      self.stage = stage
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
      stage.tell(RefreshEvent.began)
      let task = stage.scheduler.perform { [weak self, stage] in
        let result = await stage.scheduler.awaitExternalWork { await manager.refresh() }
        guard !Task.isCancelled else { return }
        self?.end(with: result)
      }
      work.append(task)
    }

    func expire() {
      guard isUsed else { return }
      stage.tell(RefreshEvent.expired)
      latest = .failed
      for task in work { task.cancel() }
      work = []
    }

    private func end(with result: FetchResult) {
      guard isUsed else { return }
      latest = result
      work = []
      stage.tell(RefreshEvent.ended(result))
    }
  }
}

// MARK: - What is true

extension RefreshScript {
  /// What is true of the refreshes now.
  public func facts(on stage: Stage) -> [any FeatureFact] {
    guard let times else { return [] }
    return [RefreshFact.state(isUsed: times.isUsed, latest: times.latest)]
  }
}

// MARK: - On the timeline

extension RefreshScript {
  /// What a record looks like.
  public func appearance(of record: any FeatureRecord) -> RecordAppearance {
    switch record as? RefreshMoment {
    case .began:
      RecordAppearance(
        words: "the system gives the app time in the background",
        look: MarkLook("◐", label: "refresh")
      )
    case .expired:
      RecordAppearance(
        words: "the time in the background is over",
        look: MarkLook("◑", label: "expired", isProblem: true)
      )
    case nil: RecordAppearance(words: "")
    }
  }

  /// What a record came of.
  public func origins(of record: any FeatureRecord) -> [Topic] {
    record as? RefreshMoment == .expired ? [RefreshEvent.latestRefresh] : []
  }

  /// Why nothing will come of a record, as far as the feature knows.
  public func reasonForNothing(after input: TranscriptInput) -> String? {
    input.record(as: RefreshMoment.self) == .expired && times?.isUsed != true
      ? "The features were done before." : nil
  }

  /// Why nothing has led to what is true.
  public func reasonForNoHistory(signedOut: String?) -> String {
    "the system has given the app no time in the background."
  }
}
