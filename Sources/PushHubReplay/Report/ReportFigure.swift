import Foundation
import PushHub
import PushHubRecorder

/// How often something happened in a play, with the marks at which it did.
struct ReportFigure {
  let title: String

  /// What it is, if it is no number.
  var text: String?

  /// Where it stands on the timeline, in order; a mark is there once for each event that it stands for.
  let marks: [Int]

  /// Of what it consists.
  var entries: [(name: String, marks: [Int])] = []
}

extension Report {
  /// The pushes that were received, then what features count, in the order in which they began to.
  var figures: [ReportFigure] {
    let pushes = ReportFigure(
      title: "Pushes received",
      marks: places { $0.isHub("received") },
      entries: [
        ("answered by the user", places { $0.isHub("opened") }),
        ("shown once more", places { $0.isHub("duplicate") }),
        ("dropped without a word", places { $0.record?.input.isPush == true && $0.look.isProblem }),
      ]
    )
    return [pushes] + tallies + [slowestWork].compactMap(\.self)
  }

  private func places(where isCounted: (ReportMark) -> Bool) -> [Int] {
    marks.indices.filter { isCounted(marks[$0]) }
  }

  /// What features count, with the most frequent entries first, then by name.
  private var tallies: [ReportFigure] {
    let counted = marks.indices.flatMap { mark in
      marks[mark].told.compactMap { _ in marks[mark].look.tally.map { (mark: mark, tally: $0) } }
    }
    return Dictionary(grouping: counted, by: \.tally.title).values
      .sorted { $0[0].mark < $1[0].mark }
      .map { counted in
        let entries = Dictionary(grouping: counted, by: \.tally.entry)
          .map { (name: $0, marks: $1.map(\.mark)) }
          .sorted { one, other in
            one.marks.count == other.marks.count
              ? one.name.utf8.lexicographicallyPrecedes(other.name.utf8)
              : one.marks.count > other.marks.count
          }
        return ReportFigure(
          title: counted[0].tally.title,
          marks: counted.map(\.mark),
          entries: entries
        )
      }
  }

  /// The asynchronous work that took longest, in the time of the play; of equally slow work the first.
  private var slowestWork: ReportFigure? {
    let slowest = places(where: \.isWork).max { marks[$0].duration < marks[$1].duration }
    guard let slowest, marks[slowest].duration > .zero else { return nil }
    let message = "\(marks[slowest].duration.text), \(lanes[marks[slowest].lane].id)"
    return ReportFigure(title: "Slowest work", text: message, marks: [slowest])
  }
}
