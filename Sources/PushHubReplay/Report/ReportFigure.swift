import Foundation
import PushHub
import PushHubRecorder

/// The number of times that something happened in a replay, with its marks.
struct ReportFigure {
  let title: String

  /// The value, if it is not the number of marks.
  var text: String?

  /// The marks, in order, once for each of their events.
  let marks: [Int]

  /// The parts of the number.
  var entries: [(name: String, marks: [Int])] = []
}

extension Report {
  /// The pushes that were received, then the events of each feature, then the slowest work.
  var figures: [ReportFigure] {
    let pushes = ReportFigure(
      title: "Pushes received",
      marks: places { $0.isHub("received") },
      entries: [
        ("opened or answered by the user", places { $0.isHub("opened") }),
        ("duplicate callbacks", places { $0.isHub("duplicate") }),
        ("malformed fields", places { $0.isHub("issue") }),
        ("lost", places { $0.record?.input.occurrence != nil && $0.style.isProblem }),
      ]
    )
    return [pushes] + lanes.indices.compactMap(events) + [slowestWork].compactMap(\.self)
  }

  private func places(where isCounted: (ReportMark) -> Bool) -> [Int] {
    marks.indices.filter { isCounted(marks[$0]) }
  }

  /// The events of a feature, by their names, with the most frequent first.
  private func events(in lane: Int) -> ReportFigure? {
    let events = places { $0.lane == lane && $0.isOfFeature }
      .flatMap { repeatElement($0, count: marks[$0].outputs.count) }
    guard !events.isEmpty else { return nil }
    let entries = Dictionary(grouping: events) { marks[$0].kind }
      .map { (name: $0, marks: $1) }
      .sorted { ($1.marks.count, $0.name) < ($0.marks.count, $1.name) }
    return ReportFigure(title: lanes[lane].title, marks: events, entries: entries)
  }

  /// The asynchronous work that took longest, in the time of the replay; of equally slow work the first.
  private var slowestWork: ReportFigure? {
    let slowest = places(where: \.isWork).max { marks[$0].duration < marks[$1].duration }
    guard let slowest, marks[slowest].duration > .zero else { return nil }
    let message = "\(LogText(marks[slowest].duration)), \(lanes[marks[slowest].lane].id)"
    return ReportFigure(title: "Slowest work", text: message, marks: [slowest])
  }
}
