import PushHub
import PushHubObservers
import PushHubRecorder
import PushHubReplay

/// The script of a feature with one kind of record.
@MainActor
protocol ReadyMadeScript: FeatureScript {
  associatedtype Record: FeatureRecord

  func apply(_ record: Record)
  func mark(of record: Record) -> TimelineMark
}

extension ReadyMadeScript {
  var vocabulary: [any FeatureRecord.Type] { [Record.self] }

  func apply(_ record: any FeatureRecord) {
    if let record = record as? Record { apply(record) }
  }

  func mark(of record: any FeatureRecord) -> TimelineMark {
    (record as? Record).map { mark(of: $0) } ?? TimelineMark()
  }
}

/// One that takes part if a transcript has records of its feature.
@MainActor
protocol RecordedScript: FeatureScript {}

extension RecordedScript {
  func takesPart(in transcript: Transcript) -> Bool {
    transcript.records.contains { owns($0.input) }
  }
}

extension FeatureFact {
  /// A list, perhaps an empty one.
  convenience init(
    _ name: String,
    _ list: [String],
    _ message: String,
    orNone none: FactMessage,
    from topic: Topic
  ) {
    self.init(
      name,
      .array(list.map(JSONValue.string)),
      list.isEmpty ? none : "\(message)\(.since): \(list.listed)",
      from: [topic]
    )
  }
}

/// What features show on the tabs of the app's pages.
@MainActor
final class TabBadges {
  var sources: [BadgePath: any BadgeSource] = [:]

  private var tree: BadgeTree?

  /// What is shown now, at the root all together.
  func tree(on scheduler: any Scheduler) -> BadgeTree {
    let tree = tree ?? BadgeTree(scheduler: scheduler)
    self.tree = tree
    for (path, source) in sources {
      tree.setPolicy(BadgePolicy(cap: 99), at: path)
      tree.set(source.badge, at: path, because: source.badgeReason)
    }
    return tree
  }
}
