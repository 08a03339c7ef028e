import Foundation
import PushHub
import PushHubRecorder
import PushHubReplay

/// The script of a feature with one type of records and one of events.
@MainActor
protocol ReadyMadeScript: FeatureScript {
  associatedtype Record: FeatureRecord
  associatedtype Event: FeatureEvent

  func apply(_ record: Record)
  func mark(of event: Event) -> TimelineMark
}

extension ReadyMadeScript {
  var vocabulary: [any FeatureRecord.Type] { [Record.self] }

  func apply(_ record: any FeatureRecord) {
    if let record = record as? Record { apply(record) }
  }

  func mark(of event: any FeatureEvent) -> TimelineMark {
    (event as? Event).map { mark(of: $0) } ?? TimelineMark()
  }
}

/// A script that takes part if a transcript has records of its feature.
@MainActor
protocol RecordedScript: FeatureScript {}

extension RecordedScript {
  func takesPart(in transcript: Transcript) -> Bool { hasRecords(in: transcript) }
}

extension TimelineMark {
  /// Something that went wrong.
  static func problem(from causes: [String] = []) -> TimelineMark {
    TimelineMark("✕", isProblem: true, from: causes)
  }
}

extension Replay {
  /// An instant for people.
  func clock(_ instant: ContinuousClock.Instant) -> String {
    LogText(clock: time(of: instant)).description
  }
}

extension [String] {
  /// The list as the value of a fact.
  var fact: JSONValue { .string(isEmpty ? "none" : LogText(self).description) }
}

/// A path among the temporary files, whose folder is removed with this object.
final class TemporaryFolder {
  let url = FileManager.default.temporaryDirectory
    .appending(path: "pushhub-replay-\(UUID().uuidString)")

  deinit {
    try? FileManager.default.removeItem(at: url)
  }
}
