import Foundation
import PushHub

/// What a play looks like: everything that happened, what came of it, and why.
struct Report {
  /// What was played, as its reader knows it.
  var name: String

  /// What the wall clock showed at time zero.
  var start: Date

  /// When the play ended.
  var end: Duration = .zero

  /// The line of each record in its file, from 1.
  var lines: [Int] = []

  /// The strips of the timeline, from top to bottom.
  var lanes: [ReportLane]

  /// Everything that happened, in order; marks refer to each other by their place in here.
  var marks: [ReportMark] = []

  /// What lasted without a mark of its own.
  var bars: [ReportBar] = []

  /// The figures of the play.
  var summary = ReportSummary()

  /// What went wrong, and what nothing came of.
  var findings: [ReportFinding] = []

  /// What was true of the app and of each feature, from when to when.
  var truths: [FactHistory] = []
}

/// A strip of the timeline.
struct ReportLane: Equatable {
  let id: LaneID

  /// What the lane is called.
  let title: String

  /// The number that the feature shows, from each instant on at which that changed.
  var values: [Value] = []

  struct Value: Equatable {
    let at: Duration
    let number: Int
  }
}

/// Something that happened, or that somebody did about it.
struct ReportMark: Equatable {
  let at: Duration
  let lane: LaneID

  /// Who told it, the hub or a feature; `nil` for a record.
  let speaker: Speaker?

  /// For a record, its line in the file, from 1, if it is known.
  var line: Int?

  /// The key of the record, or the name of the event.
  let kind: String

  /// What happened, in words.
  var words: String

  var look: MarkLook

  /// The record or the line as JSON; the first and the last one of several that are one mark.
  var texts: [String]

  /// For what lasts, until when.
  var until: Duration?

  /// Whether another recording, beside which this one is shown, has nothing like it.
  var differs = false

  /// Whether a feature works for as long as it lasts.
  var isWork = false

  /// The mark that this one came of.
  var cause: Int?

  /// Why nothing came of this one; `nil` if something did.
  var why: String?

  /// The features that it might have brought to do something, by name.
  var concerned: [String] = []
}

/// Something that lasted.
struct ReportBar: Equatable {
  let lane: LaneID
  let from: Duration
  var until: Duration
  let label: String
}

extension Report {
  /// Quiet shorter than this stays unfolded.
  private static let shortestFold = Duration.seconds(30)

  /// The stretches that can be folded in all of some reports, with some room left beside what
  /// surrounds them.
  static func quietStretches(of reports: [Report]) -> [Range<Duration>] {
    let times = reports.flatMap(\.edges).sorted()
    return zip(times, times.dropFirst()).compactMap { before, after in
      guard after - before > shortestFold else { return nil }
      return before + .seconds(3)..<after - .seconds(2)
    }
  }

  /// When anything begins or ends.
  private var edges: [Duration] {
    let ends = marks.compactMap(\.until) + bars.map(\.until)
    return [.zero, end] + marks.map(\.at) + bars.map(\.from) + ends
  }
}
