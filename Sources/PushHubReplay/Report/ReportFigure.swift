import Foundation
import PushHub
import PushHubRecorder

/// How often something happened in a play, with the marks at which it did.
struct ReportFigure {
  /// How often, and where it stands on the timeline.
  struct Count {
    private(set) var count = 0

    /// In order; fewer than were counted where several are one mark.
    private(set) var marks: [Int] = []

    mutating func add(_ mark: Int) {
      count += 1
      if marks.last != mark {
        marks.append(mark)
      }
    }
  }

  let title: String

  /// What it is, if it is no number.
  var text: String?

  var total = Count()

  /// Of what it consists.
  var entries: [(name: String, count: Count)] = []

  mutating func add(_ mark: Int, to name: String) {
    let index = entries.firstIndex { $0.name == name } ?? entries.count
    if index == entries.count {
      entries.append((name, Count()))
    }
    entries[index].count.add(mark)
  }

  /// The most frequent entries first, then by name.
  mutating func sort() {
    entries.sort {
      $0.count.count == $1.count.count
        ? $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) : $0.count.count > $1.count.count
    }
  }
}

extension Report {
  /// The pushes that were received, then what features count, in the order in which they began to.
  var figures: [ReportFigure] {
    let (answered, again, dropped) =
      ("answered by the user", "shown once more", "dropped without a word")
    var pushes = ReportFigure(title: "Pushes received")
    pushes.entries = [answered, again, dropped].map { ($0, ReportFigure.Count()) }
    var tallies: [ReportFigure] = []
    for (index, mark) in marks.enumerated() {
      if mark.record?.input.isPush == true, mark.look.isProblem {
        pushes.add(index, to: dropped)
      }
      switch mark.told.first?.event as? HubEvent {
      case .received: pushes.total.add(index)
      case .duplicate: pushes.add(index, to: again)
      case .opened: pushes.add(index, to: answered)
      case .token, .tokenError, .issue, nil: break
      }
      guard let (title, entry) = mark.look.tally else { continue }
      let place = tallies.firstIndex { $0.title == title } ?? tallies.count
      if place == tallies.count {
        tallies.append(ReportFigure(title: title))
      }
      for _ in mark.told {
        tallies[place].total.add(index)
        tallies[place].add(index, to: entry)
      }
    }
    for place in tallies.indices {
      tallies[place].sort()
    }
    return [pushes] + tallies + (slowestWork.map { [$0] } ?? [])
  }

  /// The asynchronous work that took longest, in the time of the play; of equally slow work the first.
  private var slowestWork: ReportFigure? {
    let work = marks.indices.filter { marks[$0].isWork }
      .map { (mark: $0, duration: (marks[$0].until ?? marks[$0].at) - marks[$0].at) }
    guard let (mark, duration) = work.max(by: { $0.duration < $1.duration }), duration > .zero
    else {
      return nil
    }
    let words = "\(duration.words), \(lanes[marks[mark].lane].id)"
    var figure = ReportFigure(title: "Slowest work", text: words)
    figure.total.add(mark)
    return figure
  }
}
