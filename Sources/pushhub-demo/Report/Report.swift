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

  /// How many records were played.
  var recordCount = 0

  /// Everything that happened, in order; marks refer to each other by their place in here.
  var marks: [ReportMark] = []

  /// What lasted without a mark of its own.
  var bars: [ReportBar] = []

  /// The unread count from each instant on at which it changed.
  var counts: [ReportCount] = [ReportCount(at: .zero, count: 0)]

  /// Stretches long enough to be folded, in which nothing begins or ends.
  var quiet: [Range<Duration>] = []

  /// The figures above the timeline.
  var summary = ReportSummary()
}

/// Something that lasted.
struct ReportBar: Equatable {
  let lane: ReportLane
  let from: Duration
  var until: Duration
  let label: String
}

/// The unread count from an instant on.
struct ReportCount: Equatable {
  let at: Duration
  let count: Int
}
