import PushHub

/// Two recordings side by side, and the events that only one of them has.
struct ReportComparison {
  /// Events in a lane of one recording that the other doesn't have.
  struct Difference: Equatable {
    /// 0 or 1.
    let recording: Int
    var marks: [Int]
  }

  /// The two reports, with the marks that differ.
  private(set) var reports: [Report]

  /// The differences by their beginning.
  private(set) var differences: [Difference] = []

  /// Events this close to each other can be the same.
  private static let tolerance = Duration.seconds(5)

  /// Differing events this close to each other are one difference.
  private static let longestPause = Duration.seconds(30)

  /// Compares two reports in time, from the start of each.
  ///
  /// An event of one is like an event of the other if both have the same lane, name and message and happen
  /// within five seconds of each other. Each is like one other at most, the first that is free.
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
    let events = reports.map { report in
      let places = report.marks.indices.filter { report.marks[$0].source != nil }
      return Dictionary(grouping: places) {
        let mark = report.marks[$0]
        return [report.lanes[mark.lane].id, mark.kind, mark.message]
      }
    }
    var differing = events.map { Set($0.values.joined()) }
    for (likeness, places) in events[0] {
      var others = (events[1][likeness] ?? [])[...]
      for place in places {
        let at = reports[0].marks[place].at
        others = others.drop { reports[1].marks[$0].at < at - Self.tolerance }
        guard let other = others.first, reports[1].marks[other].at <= at + Self.tolerance
        else { continue }
        others.removeFirst()
        differing[0].remove(place)
        differing[1].remove(other)
      }
    }
    for (recording, places) in differing.enumerated() {
      for place in places { reports[recording].marks[place].differs = true }
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
