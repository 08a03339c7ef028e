import Foundation
package import PushHub
import PushHubRecorder

extension Report {
  /// The report as the page reads it; lanes and marks are known by their places.
  var json: JSONValue {
    let laneNumbers = Dictionary(uniqueKeysWithValues: zip(lanes.map(\.id), lanes.indices))
    return [
      "name": .string(name),
      "start": .number(JSONNumber(Int64((start.timeIntervalSince1970 * 1_000).rounded()))),
      "end": end.json,
      "records": lines.count.json,
      "lanes": .array(lanes.map(\.json)),
      "marks": .array(marks.map { json(of: $0, laneNumbers) }),
      "bars": .array(bars.map { $0.json(laneNumbers) }),
      "findings": .array(findings.map(\.json)),
      "figures": .array(summary.figures),
      "truths": .array(truths.map(\.json)),
    ]
  }

  private func json(of mark: ReportMark, _ laneNumbers: [LaneID: Int]) -> JSONValue {
    var members: [String: JSONValue] = [
      "at": mark.at.json,
      "lane": (laneNumbers[mark.lane] ?? 0).json,
      "kind": .string(mark.kind),
      "words": .string(mark.words),
      "glyph": .string(mark.look.glyph),
      "json": .array(mark.texts.map(JSONValue.string)),
    ]
    members["line"] = mark.line?.json
    members["from"] = mark.speaker.map { .string($0.name) }
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
    members["until"] = mark.until?.json
    members["cause"] = mark.cause?.json
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
        values.map { [$0.at.json, $0.number.json] }
      ),
    ]
  }
}

extension ReportBar {
  fileprivate func json(_ laneNumbers: [LaneID: Int]) -> JSONValue {
    [
      "lane": (laneNumbers[lane] ?? 0).json,
      "from": from.json,
      "until": until.json,
      "label": .string(label),
    ]
  }
}

extension ReportFinding {
  var json: JSONValue { ["sort": .string(sort.rawValue), "marks": marks.json] }
}

extension [Int] {
  var json: JSONValue { .array(map(\.json)) }
}

extension Int {
  package var json: JSONValue { .number(JSONNumber(self)) }
}

extension Duration {
  package var json: JSONValue { .number(secondsNumber) }
}

// MARK: - What is true

extension FactHistory {
  fileprivate var json: JSONValue {
    [
      "of": .string(subject),
      "spans": .array(spans.map(\.json)),
      "silences": .array(
        silences.map { [$0.from.json, .string(printable($0.words))] }
      ),
    ]
  }
}

extension FactHistory.Span {
  fileprivate var json: JSONValue {
    var members: [String: JSONValue] = [
      "name": .string(printable(fact.name)),
      "words": fact.words.json,
      "place": place.json,
    ]
    members["from"] = since?.json
    members["until"] = until?.json
    guard fact.hasCauses else { return .object(members) }
    members["marks"] = roots.json
    if !origins.isEmpty {
      members["later"] = .array(origins.map { [$0.from.json, $0.marks.json] })
    }
    if let place = silentPlace {
      members["silent"] = [place.json, .string(printable(fact.arrival))]
    }
    return .object(members)
  }
}

// MARK: - Figures

/// A figure as the page shows it, with what it is made of.
private func figure(
  _ title: String,
  _ text: String,
  _ marks: [Int],
  _ entries: [(name: String, counted: ReportSummary.Counted)] = []
) -> JSONValue {
  [
    "title": .string(printable(title)),
    "text": .string(text),
    "marks": marks.json,
    "entries": .array(
      entries.map { [.string(printable($0.name)), $0.counted.count.json, $0.counted.marks.json] }
    ),
  ]
}

extension ReportSummary {
  fileprivate var figures: [JSONValue] {
    let pushes = [
      (name: "answered by the user", counted: opened), ("shown once more", merged),
      ("dropped without a word", dropped),
    ]
    var figures = [figure("Pushes received", received.count.grouped, received.marks, pushes)]
    if !strange.isEmpty {
      figures.append(figure("Strange pushes", strange.count.grouped, issues.marks, issues.sorted))
    }
    figures += tallies.map {
      figure($0.title, $0.counts.total.grouped, $0.counts.marks, $0.counts.sorted)
    }
    let entry = (name: "things that came of them", counted: toldByTimers)
    let title = "Times at which a timer was due"
    figures.append(figure(title, timers.grouped, toldByTimers.marks, [entry]))
    if let work = slowest {
      figures.append(figure("Slowest work", "\(work.duration.words), \(work.from)", [work.mark]))
    }
    return figures
  }
}

extension ReportSummary.Counts {
  fileprivate var marks: [Int] { Set(entries.values.flatMap(\.marks)).sorted() }
}

extension Int {
  /// With a comma between thousands.
  fileprivate var grouped: String { formatted(.number.locale(Locale(identifier: "en_US"))) }
}
