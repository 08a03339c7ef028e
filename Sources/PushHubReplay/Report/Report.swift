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

  /// The strips of the timeline, from top to bottom.
  var lanes: [ReportLane]

  /// Everything that happened, in order; marks refer to each other by their place in here.
  var marks: [ReportMark] = []

  /// What lasted without a mark of its own.
  var bars: [ReportBar] = []

  /// Stretches long enough to be folded, in which nothing begins or ends.
  var quiet: [Range<Duration>] = []

  /// The figures above the timeline.
  var summary = ReportSummary()
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
  /// Where a mark comes from.
  enum Source: Equatable {
    /// The record of the transcript of that number, from 1.
    case record(Int)

    /// What the hub or a feature told.
    case told(Speaker)
  }

  let at: Duration
  let lane: LaneID
  let source: Source

  /// The key of the record, or the name of the event.
  let kind: String

  /// What happened, in words.
  var words: String

  let look: MarkLook

  /// The record or the line as JSON; the first and the last one of several that are one mark.
  var texts: [String]

  /// For what lasts, until when.
  var until: Duration?

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

/// The figures of a play.
struct ReportSummary: Equatable {
  /// Something counted, by what it was.
  struct Counts: Equatable {
    private(set) var counts: [String: Int] = [:]

    var total: Int { counts.values.reduce(0, +) }

    /// The most frequent first, then by name.
    var sorted: [(name: String, count: Int)] {
      counts.map { (name: $0.key, count: $0.value) }
        .sorted {
          $0.count == $1.count
            ? $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) : $0.count > $1.count
        }
    }

    mutating func add(_ name: String) {
      counts[name, default: 0] += 1
    }
  }

  /// What features have counted under one title.
  struct Figure: Equatable {
    let title: String
    var counts = Counts()
  }

  /// The asynchronous work that took longest, in the time of the play.
  struct Work: Equatable {
    let mark: Int
    let from: String
    let duration: Duration
  }

  /// Distinct pushes.
  var received = 0

  /// Callbacks that showed a push again.
  var merged = 0

  /// Answers of the user.
  var opened = 0

  /// Records of pushes of which the hub said nothing.
  var dropped = 0

  /// Pushes with something strange.
  var strange: Set<String> = []

  /// What was strange about them.
  var issues = Counts()

  /// What features have counted, in the order in which they began to.
  private(set) var tallies: [Figure] = []

  /// How often timers woke the app.
  var wakeUps = 0

  /// The slowest asynchronous work.
  var slowest: Work?
}

extension ReportSummary {
  /// Takes notice of what somebody did.
  mutating func note(_ event: any FeatureEvent) {
    switch event as? HubEvent {
    case .received: received += 1
    case .duplicate: merged += 1
    case .opened: opened += 1
    case .issue(let id, let issue):
      strange.insert(id)
      issues.add(issue)
    case .token, .tokenError, nil: break
    }
    guard let tally = event.tally else { return }
    let index = tallies.firstIndex { $0.title == tally.title } ?? tallies.count
    if index == tallies.count {
      tallies.append(Figure(title: tally.title))
    }
    tallies[index].counts.add(tally.entry)
  }

  /// What features have counted under a title.
  func counts(of title: String) -> Counts {
    tallies.first { $0.title == title }?.counts ?? Counts()
  }

  /// Takes notice of work that took some time; of equally slow work the first counts.
  mutating func note(_ work: Work) {
    if work.duration > slowest?.duration ?? .zero {
      slowest = work
    }
  }
}

extension Report {
  /// Quiet shorter than this stays unfolded.
  private static let shortestFold = Duration.seconds(30)

  /// The stretches that can be folded, with some room left beside what surrounds them.
  var quietStretches: [Range<Duration>] {
    let ends = marks.compactMap(\.until) + bars.map(\.until)
    let times = ([.zero, end] + marks.map(\.at) + bars.map(\.from) + ends).sorted()
    return zip(times, times.dropFirst()).compactMap { before, after in
      guard after - before > Self.shortestFold else { return nil }
      return before + .seconds(3)..<after - .seconds(2)
    }
  }
}
