import Foundation
package import PushHub
import PushHubRecorder

extension Report {
  /// The report as the page reads it; lanes and marks are known by their places.
  var json: JSONValue {
    [
      "name": .string(name),
      "start": .number(JSONNumber(Int64((start.timeIntervalSince1970 * 1_000).rounded()))),
      "end": end.json,
      "records": lines.count.json,
      "lanes": .array(lanes.map(\.json)),
      "marks": .array(marks.map(\.json)),
      "bars": .array(bars.map(\.json)),
      "findings": .array(findings.map(\.json)),
      "figures": .array(figures),
      "truths": .array(truths.map(\.json)),
    ]
  }
}

extension ReportMark {
  fileprivate var json: JSONValue {
    .members([
      "at": at.json,
      "lane": lane.json,
      "kind": .string(kind),
      "words": .string(words),
      "glyph": .string(look.glyph),
      "json": .array(texts.map(JSONValue.string)),
      "line": line?.json,
      "from": speaker.map { .string($0.name) },
      "label": look.label.isEmpty ? nil : .string(look.label),
      "problem": look.isProblem ? true : JSONValue?.none,
      "differs": differs ? true : JSONValue?.none,
      "concerns": concerned.isEmpty ? nil : .array(concerned.map { .string($0.feature) }),
      "until": until?.json,
      "cause": cause?.json,
      "why": why.map(JSONValue.string),
    ])
  }
}

extension ReportLane {
  fileprivate var json: JSONValue {
    [
      "id": .string(id),
      "title": .string(title),
      "values": .array(values.map { [$0.at.json, $0.number.json] }),
    ]
  }
}

extension ReportBar {
  fileprivate var json: JSONValue {
    ["lane": lane.json, "from": from.json, "until": until.json, "label": .string(label)]
  }
}

extension ReportFinding {
  fileprivate var json: JSONValue { ["sort": .string(sort.rawValue), "marks": marks.json] }
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
      "silences": .array(silences.map { [$0.from.json, .string(printable($0.words))] }),
    ]
  }
}

extension FactHistory.Span {
  fileprivate var json: JSONValue {
    let later = origins.map { [$0.from.json, $0.marks.json] as JSONValue }
    let silent = silentPlace.map { [$0.json, .string(printable(fact.arrival))] as JSONValue }
    return .members([
      "name": .string(printable(fact.name)),
      "words": fact.words.json,
      "place": place.json,
      "from": since?.json,
      "until": until?.json,
      "marks": fact.hasCauses ? roots.json : JSONValue?.none,
      "later": fact.hasCauses && !later.isEmpty ? .array(later) : JSONValue?.none,
      "silent": fact.hasCauses ? silent : JSONValue?.none,
    ])
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

extension Report {
  private var figures: [JSONValue] {
    let summary = summary
    let pushes = [
      (name: "answered by the user", counted: summary.opened), ("shown once more", summary.merged),
      ("dropped without a word", summary.dropped),
    ]
    let received = summary.received
    var figures = [figure("Pushes received", received.count.grouped, received.marks, pushes)]
    if !summary.strange.isEmpty {
      let (count, issues) = (summary.strange.count, summary.issues)
      figures.append(figure("Strange pushes", count.grouped, issues.marks, issues.sorted))
    }
    figures += summary.tallies.map {
      figure($0.title, $0.counts.total.grouped, $0.counts.marks, $0.counts.sorted)
    }
    let entry = (name: "things that came of them", counted: toldByTimers)
    let title = "Times at which a timer was due"
    figures.append(figure(title, timers.grouped, toldByTimers.marks, [entry]))
    if let work = summary.slowest {
      figures.append(figure("Slowest work", "\(work.duration.words), \(work.from)", [work.mark]))
    }
    return figures
  }
}

extension Int {
  /// With a comma between thousands.
  fileprivate var grouped: String { formatted(.number.locale(Locale(identifier: "en_US"))) }
}
