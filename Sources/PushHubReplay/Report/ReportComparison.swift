import PushHub

/// Two recordings side by side, and where they differ in what the features did.
struct ReportComparison {
  /// A stretch of one recording's lane that the other has nothing like.
  struct Difference: Equatable {
    /// Which of the two.
    let recording: Int
    var marks: [Int]
  }

  /// The two, with the marks that differ.
  private(set) var reports: [Report]

  /// In the order in which they begin.
  private(set) var differences: [Difference] = []

  /// What happens this close to each other is the same.
  private static let tolerance = Duration.seconds(5)

  /// Differences this close to each other are one.
  private static let longestPause = Duration.seconds(30)

  /// Compares two reports in time, from the start of each.
  ///
  /// What was told in one is alike in the other if it is of the same kind there, in the same lane and
  /// words, within five seconds; each mark is like one other at most, the first that is free.
  ///
  /// - Complexity: O(*n* log *n*) in the number of marks.
  init(_ before: Report, _ after: Report) {
    reports = [before, after]
    markDifferences()
    differences = [0, 1].flatMap(differences)
      .sorted { start(of: $0) < start(of: $1) }
  }

  private func start(of difference: Difference) -> Duration {
    difference.marks.first.map { reports[difference.recording].marks[$0].at } ?? .zero
  }

  fileprivate struct Likeness: Hashable {
    let lane: LaneID
    let kind: String
    let words: String
  }

  private mutating func markDifferences() {
    var free: [Likeness: [Int]] = [:]
    for (index, mark) in reports[1].marks.enumerated() where mark.speaker != nil {
      reports[1].marks[index].differs = true
      free[mark.likeness, default: []].append(index)
    }
    var taken: [Likeness: Int] = [:]
    for (index, mark) in reports[0].marks.enumerated() where mark.speaker != nil {
      let candidates = free[mark.likeness] ?? []
      var next = taken[mark.likeness] ?? 0
      while next < candidates.count,
        reports[1].marks[candidates[next]].at < mark.at - Self.tolerance
      {
        next += 1
      }
      if next < candidates.count, reports[1].marks[candidates[next]].at <= mark.at + Self.tolerance
      {
        reports[1].marks[candidates[next]].differs = false
        next += 1
      } else {
        reports[0].marks[index].differs = true
      }
      taken[mark.likeness] = next
    }
  }

  private func differences(in recording: Int) -> [Difference] {
    var found: [Difference] = []
    var latest: [LaneID: (place: Int, at: Duration)] = [:]
    for (index, mark) in reports[recording].marks.enumerated() where mark.differs {
      if let before = latest[mark.lane], mark.at - before.at <= Self.longestPause {
        found[before.place].marks.append(index)
        latest[mark.lane] = (before.place, mark.at)
      } else {
        latest[mark.lane] = (found.count, mark.at)
        found.append(Difference(recording: recording, marks: [index]))
      }
    }
    return found
  }
}

extension ReportMark {
  fileprivate var likeness: ReportComparison.Likeness {
    ReportComparison.Likeness(lane: lane, kind: kind, words: words)
  }
}
