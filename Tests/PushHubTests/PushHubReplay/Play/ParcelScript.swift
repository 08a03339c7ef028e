import PushHub
import PushHubRecorder

@testable import PushHubReplay

/// A parcel is sent, and arrives after some time.
///
///     {"t":1,"parcel":"p1","seconds":3}
struct ParcelSent: FeatureRecord {
  static let key = "parcel"
  static let siblings = ["seconds"]

  @Private var id: String
  var time: Duration

  private enum CodingKeys: String, CodingKey {
    case id = "parcel"
    case time = "seconds"
  }
}

/// What the feature that follows parcels does.
enum ParcelEvent: TimelineEvent {
  case left(String)
  case moved(String)
  case arrived(String, total: Int)

  static func sent(_ id: String) -> Topic { "parcels sent \(id)" }

  private var id: String {
    switch self {
    case .left(let id), .moved(let id), .arrived(let id, _): id
    }
  }

  var name: String {
    switch self {
    case .left: "left"
    case .moved: "moved"
    case .arrived: "arrived"
    }
  }

  var fields: KeyValuePairs<String, JSONValue?> { ["id": .string(id)] }

  var message: String { "\(id) \(name)" }

  var mark: TimelineMark {
    let way: Topic = "parcels way \(id)"
    return switch self {
    case .left:
      TimelineMark("▣", label: id, from: [Self.sent(id)], traces: [.beginsWork(way)])
    case .moved: TimelineMark("▣", label: id, from: [way], run: "parcels moves \(id)")
    case .arrived(_, let total):
      TimelineMark(
        "▣",
        label: id,
        from: [way],
        traces: [.ends(way), .shows(total)],
        tally: ("Parcels", id)
      )
    }
  }
}

extension FeatureFact {
  /// How many parcels have arrived.
  static func parcels(_ count: Int) -> Self {
    Self("count", .number(JSONNumber(count)), "\(count) arrived\(.since)") { event in
      if case .arrived? = event as? ParcelEvent { true } else { false }
    }
  }
}

/// A feature of an app's own, as small as can be: it follows parcels.
@MainActor
final class ParcelScript: FeatureScript {
  private final class Plugin: PushPlugin, LifecycleObserver {
    private(set) var isSignedIn = false

    func receive(_ event: LifecycleEvent, state: LifecycleState) {
      isSignedIn = state.account != nil
    }
  }

  let name: String
  let title = "Parcels on their way"
  let vocabulary: [any FeatureRecord.Type] = [ParcelSent.self]

  private let plugin = Plugin()
  private var stage: Stage?
  private var count = 0

  init(name: String = "parcels") {
    self.name = name
  }

  func plugin(on stage: Stage) -> any PushPlugin {
    self.stage = stage
    return plugin
  }

  func apply(_ record: any FeatureRecord) {
    guard let parcel = record as? ParcelSent, let stage, plugin.isSignedIn else { return }
    stage.record(ParcelEvent.left(parcel.id))
    let start = stage.scheduler.now
    for second in 1..<max(1, Int(parcel.time / .seconds(1))) {
      _ = stage.scheduler.schedule(at: start + .seconds(second), tolerance: .zero) {
        stage.record(ParcelEvent.moved(parcel.id))
      }
    }
    _ = stage.scheduler.schedule(at: start + parcel.time, tolerance: .zero) { [weak self] in
      self?.arrive(parcel.id)
    }
  }

  private func arrive(_ id: String) {
    count += 1
    stage?.record(ParcelEvent.arrived(id, total: count))
  }

  func facts(on stage: Stage) -> [FeatureFact] { [.parcels(count)] }

  func mark(of record: any FeatureRecord) -> TimelineMark {
    TimelineMark("✉", message: "\((record as? ParcelSent)?.id ?? "") is sent")
  }

  func traces(of input: TranscriptInput) -> [Trace] {
    input.record(as: ParcelSent.self).map { [.marks(ParcelEvent.sent($0.id))] } ?? []
  }

  var reasonForNothing: String? { "Nobody is there to get it." }
}

/// A feature that says nothing of itself but its name, as all may.
@MainActor
final class PlainScript: FeatureScript {
  private final class Plugin: PushPlugin {}

  let name: String

  init(name: String) {
    self.name = name
  }

  func plugin(on stage: Stage) -> any PushPlugin { Plugin() }
}
