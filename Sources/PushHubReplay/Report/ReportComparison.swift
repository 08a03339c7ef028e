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
    differences = [0, 1].flatMap(differences).sorted { start(of: $0) < start(of: $1) }
  }

  private func start(of difference: Difference) -> Duration {
    reports[difference.recording].marks[difference.marks[0]].at
  }

  private mutating func markDifferences() {
    let told = reports.map { report in
      let places = report.marks.indices.filter { report.marks[$0].speaker != nil }
      return Dictionary(grouping: places) {
        let mark = report.marks[$0]
        return [report.lanes[mark.lane].id, mark.kind, mark.message]
      }
    }
    for likeness in Set(told.flatMap(\.keys)) {
      var others = (told[1][likeness] ?? [])[...]
      for place in told[0][likeness] ?? [] {
        let at = reports[0].marks[place].at
        while let other = others.first, reports[1].marks[other].at < at - Self.tolerance {
          reports[1].marks[other].differs = true
          others.removeFirst()
        }
        if let other = others.first, reports[1].marks[other].at <= at + Self.tolerance {
          others.removeFirst()
        } else {
          reports[0].marks[place].differs = true
        }
      }
      for other in others { reports[1].marks[other].differs = true }
    }
  }

  private func differences(in recording: Int) -> [Difference] {
    var found: [Difference] = []
    // Of each lane, the latest mark that differs and its place among the differences.
    var latest: [Int: (place: Int, at: Duration)] = [:]
    for (index, mark) in reports[recording].marks.enumerated() where mark.differs {
      var place = found.count
      if let before = latest[mark.lane], mark.at - before.at <= Self.longestPause {
        place = before.place
        found[place].marks.append(index)
      } else {
        found.append(Difference(recording: recording, marks: [index]))
      }
      latest[mark.lane] = (place, mark.at)
    }
    return found
  }
}
