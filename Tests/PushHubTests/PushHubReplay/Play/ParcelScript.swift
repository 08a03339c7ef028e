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

  private enum About: Hashable {
    case sent(String)
    case way(String)
    case moves(String)
  }

  static func sent(_ id: String) -> Topic { Topic(About.sent(id)) }
  private static func way(_ id: String) -> Topic { Topic(About.way(id)) }

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

  var words: String { "\(id) \(name)" }

  var look: MarkLook { MarkLook("▣", label: id) }

  var origins: [Topic] {
    if case .left = self { [Self.sent(id)] } else { [Self.way(id)] }
  }

  var traces: [Trace] {
    switch self {
    case .left: [.beginsWork(Self.way(id))]
    case .moved: []
    case .arrived(_, let total): [.ends(Self.way(id)), .shows(total)]
    }
  }

  var run: Topic? {
    if case .moved = self { Topic(About.moves(id)) } else { nil }
  }

  var tally: Tally? {
    if case .arrived = self { Tally("Parcels", of: id) } else { nil }
  }
}

/// What is true of parcels.
enum ParcelFact: FeatureFact {
  case count(Int)

  var name: String { "count" }

  var json: JSONValue {
    switch self {
    case .count(let count): .number(JSONNumber(count))
    }
  }

  var words: FactWords {
    switch self {
    case .count(let count): "\(count) arrived\(.since)"
    }
  }

  func isTold(by event: any FeatureEvent) -> Bool {
    if case .arrived? = event as? ParcelEvent { true } else { false }
  }
}

/// A feature of an app's own, as small as can be: it follows parcels.
@MainActor
final class ParcelScript: FeatureScript {
  private final class Plugin: PushPlugin {}

  let name: String
  let title = "Parcels on their way"
  let vocabulary: [any FeatureRecord.Type] = [ParcelSent.self]

  private var stage: Stage?
  private var count = 0

  init(name: String = "parcels") {
    self.name = name
  }

  func plugin(on stage: Stage) -> any PushPlugin {
    self.stage = stage
    return Plugin()
  }

  func apply(_ record: any FeatureRecord) {
    guard let parcel = record as? ParcelSent, let stage, stage.lifecycle.account != nil else {
      return
    }
    stage.tell(ParcelEvent.left(parcel.id))
    let start = stage.scheduler.now
    for second in 1..<max(1, Int(parcel.time / .seconds(1))) {
      _ = stage.scheduler.schedule(at: start + .seconds(second), tolerance: .zero) {
        stage.tell(ParcelEvent.moved(parcel.id))
      }
    }
    _ = stage.scheduler.schedule(at: start + parcel.time, tolerance: .zero) { [weak self] in
      self?.arrive(parcel.id)
    }
  }

  private func arrive(_ id: String) {
    count += 1
    stage?.tell(ParcelEvent.arrived(id, total: count))
  }

  func facts(on stage: Stage) -> [any FeatureFact] { [ParcelFact.count(count)] }

  func appearance(of record: any FeatureRecord) -> RecordAppearance {
    let id = (record as? ParcelSent)?.id ?? ""
    return RecordAppearance(words: "\(id) is sent", look: MarkLook("✉"))
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
