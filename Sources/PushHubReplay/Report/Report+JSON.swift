import Foundation
import PushHub
import PushHubRecorder

extension Report {
  /// The report as the page reads it; lanes and marks are known by their places.
  var json: JSONValue {
    let laneNumbers = Dictionary(uniqueKeysWithValues: zip(lanes.map(\.id), lanes.indices))
    return [
      "name": .string(name),
      "start": .number(JSONNumber(Int64((start.timeIntervalSince1970 * 1_000).rounded()))),
      "end": .number(end.secondsNumber),
      "records": .number(JSONNumber(lines.count)),
      "lanes": .array(lanes.map(\.json)),
      "marks": .array(marks.map { json(of: $0, laneNumbers) }),
      "bars": .array(bars.map { $0.json(laneNumbers) }),
      "findings": .array(findings.map(\.json)),
      "figures": .array(summary.figures.map(\.json)),
      "truths": .array(truths.map(\.json)),
    ]
  }

  private func json(of mark: ReportMark, _ laneNumbers: [LaneID: Int]) -> JSONValue {
    var members: [String: JSONValue] = [
      "at": .number(mark.at.secondsNumber),
      "lane": .number(JSONNumber(laneNumbers[mark.lane] ?? 0)),
      "kind": .string(mark.kind),
      "words": .string(mark.words),
      "glyph": .string(mark.look.glyph),
      "json": .array(mark.texts.map(JSONValue.string)),
    ]
    switch mark.source {
    case .record: members["line"] = line(of: mark).map { .number(JSONNumber($0)) }
    case .told(let speaker): members["from"] = .string(speaker.name)
    }
    if !mark.look.label.isEmpty {
      members["label"] = .string(mark.look.label)
    }
    if mark.look.isProblem {
      members["problem"] = true
    }
    if mark.differs {
      members["differs"] = true
    }
    if !mark.concerned.isEmpty {
      members["concerns"] = .array(mark.concerned.map { .string($0.feature) })
    }
    members["until"] = mark.until.map { .number($0.secondsNumber) }
    members["cause"] = mark.cause.map { .number(JSONNumber($0)) }
    members["why"] = mark.why.map(JSONValue.string)
    return .object(members)
  }
}

extension ReportLane {
  fileprivate var json: JSONValue {
    [
      "id": .string(id.text),
      "title": .string(title),
      "values": .array(
        values.map { [.number($0.at.secondsNumber), .number(JSONNumber($0.number))] }
      ),
    ]
  }
}

extension ReportBar {
  fileprivate func json(_ laneNumbers: [LaneID: Int]) -> JSONValue {
    [
      "lane": .number(JSONNumber(laneNumbers[lane] ?? 0)),
      "from": .number(from.secondsNumber),
      "until": .number(until.secondsNumber),
      "label": .string(label),
    ]
  }
}

extension ReportFinding {
  var json: JSONValue { ["sort": .string(sort.rawValue), "marks": marks.json] }
}

extension [Int] {
  fileprivate var json: JSONValue { .array(map { .number(JSONNumber($0)) }) }
}

// MARK: - What is true

extension FactHistory {
  fileprivate var json: JSONValue {
    [
      "of": .string(subject),
      "spans": .array(spans.map(\.json)),
      "silences": .array(
        silences.map { [.number($0.from.secondsNumber), .string(printable($0.words))] }
      ),
    ]
  }
}

extension FactHistory.Span {
  fileprivate var json: JSONValue {
    var members: [String: JSONValue] = [
      "name": .string(printable(fact.name)),
      "words": fact.words.json,
      "place": .number(JSONNumber(place)),
    ]
    members["from"] = since.map { .number($0.secondsNumber) }
    members["until"] = until.map { .number($0.secondsNumber) }
    guard fact.hasCauses else { return .object(members) }
    members["marks"] = roots.json
    if !origins.isEmpty {
      members["later"] = .array(origins.map { [.number($0.from.secondsNumber), $0.marks.json] })
    }
    if let place = silentPlace {
      members["silent"] = [.number(JSONNumber(place)), .string(printable(fact.arrival))]
    }
    return .object(members)
  }
}

// MARK: - Figures

/// A figure as the page shows it, with what it is made of.
private struct ShownFigure {
  let title: String
  let text: String
  var marks: [Int] = []
  var entries: [(name: String, counted: ReportSummary.Counted)] = []

  var json: JSONValue {
    [
      "title": .string(printable(title)),
      "text": .string(text),
      "marks": marks.json,
      "entries": .array(
        entries.map {
          [
            .string(printable($0.name)), .number(JSONNumber($0.counted.count)),
            $0.counted.marks.json,
          ]
        }
      ),
    ]
  }
}

extension ReportSummary {
  fileprivate var figures: [ShownFigure] {
    let pushes = ShownFigure(
      title: "Pushes received",
      text: received.count.grouped,
      marks: received.marks,
      entries: [
        ("answered by the user", opened), ("shown once more", merged),
        ("dropped without a word", dropped),
      ]
    )
    let strange = ShownFigure(
      title: "Strange pushes",
      text: self.strange.count.grouped,
      marks: issues.marks,
      entries: issues.sorted
    )
    let timers = ShownFigure(
      title: "Times at which a timer was due",
      text: self.timers.grouped,
      marks: toldByTimers.marks,
      entries: [("things that came of them", toldByTimers)]
    )
    let slowest = slowest.map {
      ShownFigure(title: "Slowest work", text: "\($0.duration.words), \($0.from)", marks: [$0.mark])
    }
    return [pushes] + (self.strange.isEmpty ? [] : [strange])
      + tallies.map {
        ShownFigure(
          title: $0.title,
          text: $0.counts.total.grouped,
          marks: $0.counts.marks,
          entries: $0.counts.sorted
        )
      } + [timers] + (slowest.map { [$0] } ?? [])
  }
}

extension ReportSummary.Counts {
  fileprivate var marks: [Int] { Set(entries.values.flatMap(\.marks)).sorted() }
}

extension Int {
  /// With a comma between thousands.
  fileprivate var grouped: String { formatted(.number.locale(Locale(identifier: "en_US"))) }
}
