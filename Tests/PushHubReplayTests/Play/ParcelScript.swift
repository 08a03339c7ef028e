import PushHub

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
enum ParcelEvent: FeatureEvent {
  case left(String)
  case moved(String)
  case arrived(String, total: Int)

  var id: String {
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
}

/// A feature of an app's own, as small as can be: it follows parcels.
final class ParcelScript: FeatureScript {
  private final class Plugin: PushPlugin, LifecycleObserver {
    private(set) var isSignedIn = false

    func receive(_ event: LifecycleEvent?, state: LifecycleState) {
      isSignedIn = state.account != nil
    }
  }

  let name: String
  let title = "Parcels on their way"
  let vocabulary: [any FeatureRecord.Type] = [ParcelSent.self]

  private let plugin = Plugin()
  private weak var replay: Replay?
  private var count = 0

  init(name: String = "parcels") {
    self.name = name
  }

  func plugin(in replay: Replay) -> any PushPlugin {
    self.replay = replay
    return plugin
  }

  func apply(_ record: any FeatureRecord) {
    guard let parcel = record as? ParcelSent, let replay, plugin.isSignedIn else { return }
    report(.left(parcel.id))
    let start = replay.scheduler.now
    for second in 1..<max(1, Int(parcel.time / .seconds(1))) {
      _ = replay.scheduler.schedule(at: start + .seconds(second), tolerance: .zero) { [weak self] in
        self?.report(.moved(parcel.id))
      }
    }
    _ = replay.scheduler.schedule(at: start + parcel.time, tolerance: .zero) { [weak self] in
      self?.arrive(parcel.id)
    }
  }

  private func arrive(_ id: String) {
    count += 1
    report(.arrived(id, total: count))
  }

  private func report(_ event: ParcelEvent) {
    replay?.record(event, of: self)
  }

  func facts(in replay: Replay) -> [(name: String, value: JSONValue)] {
    [("arrived", .number(JSONNumber(count)))]
  }

  func names(of record: any FeatureRecord) -> [String] {
    [(record as? ParcelSent)?.id ?? ""]
  }

  func mark(of event: any FeatureEvent) -> TimelineMark {
    switch event as? ParcelEvent {
    case .left(let id): TimelineMark("▣", label: id, until: ["arrived"], isWork: true)
    case .moved(let id): TimelineMark("▣", label: id, from: ["left"], isTick: true)
    case .arrived(let id, let total): TimelineMark("▣", label: id, from: ["left"], number: total)
    case nil: TimelineMark()
    }
  }
}

/// A feature that says nothing of itself but its name, as all may.
final class PlainScript: FeatureScript {
  private final class Plugin: PushPlugin {}

  let name: String

  init(name: String) {
    self.name = name
  }

  func plugin(in replay: Replay) -> any PushPlugin { Plugin() }
}
