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

/// What is drawn in one strip of the timeline.
enum ReportLane: String, CaseIterable {
  case phase
  case pages
  case account
  case pushes
  case unread
  case countdowns
  case dots
  case previews

  /// What the lane is called.
  var title: String {
    switch self {
    case .phase: "App phase"
    case .pages: "Pages"
    case .account: "Account"
    case .pushes: "Pushes and taps"
    case .unread: "Unread count"
    case .countdowns: "Countdowns"
    case .dots: "Dots"
    case .previews: "Screenshot previews"
    }
  }
}

/// Something that happened, or that somebody did about it.
struct ReportMark: Equatable {
  /// Where a mark comes from.
  enum Source: Equatable {
    /// The record of the transcript of that number, from 1.
    case record(Int)

    /// What the hub or an observer said.
    case line(PlayedLine.Speaker)
  }

  let at: Duration
  let lane: ReportLane
  let source: Source

  /// The kind of the record, or the event of the line.
  let kind: String

  /// What happened, in words.
  var words: String

  /// A word or two to stand in the timeline.
  let label: String

  /// The record or the line as JSON; the first and the last one of several that are one mark.
  var texts: [String]

  /// For what lasts, until when.
  var until: Duration?

  /// The mark that this one came of.
  var cause: Int?

  /// Why nothing came of this one; `nil` if something did.
  var why: String?
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
