import Foundation
package import PushHub
import PushHubRecorder

extension Report {
  /// The report for the page, in which lanes and marks are numbers.
  var json: JSONValue {
    [
      "name": .string(name),
      "start": .number(JSONNumber(Int64((start.timeIntervalSince1970 * 1_000).rounded()))),
      "end": end.json,
      "records": marks.count { $0.record != nil }.json,
      "lanes": .array(lanes.indices.map(lane)),
      "marks": .array(marks.map(\.json)),
      "bars": .array([phaseAtStart].compactMap(\.self)),
      "findings": .array(findings.map(\.json)),
      "figures": .array(figures.map(\.json)),
      "facts": .array(facts.map(\.json)),
    ]
  }

  /// A lane, with the number that the feature shows, from each instant on at which that changed.
  private func lane(_ index: Int) -> JSONValue {
    let values = marks.filter { $0.lane == index }.compactMap { mark in
      mark.style.number.map { [mark.at.json, $0.json] as JSONValue }
    }
    return [
      "id": .string(lanes[index].id), "title": .string(lanes[index].title),
      "values": .array(values),
    ]
  }

  /// The phase before the first record of one, which has no mark.
  private var phaseAtStart: JSONValue? {
    let until = marks.first { $0.lane == Lane.phase }?.at ?? end
    return until > .zero
      ? ["lane": Lane.phase.json, "from": 0, "until": until.json, "label": "background"] : nil
  }
}

extension ReportMark {
  fileprivate var json: JSONValue {
    .members([
      "at": at.json,
      "lane": lane.json,
      "kind": .string(kind),
      "words": .string(message),
      "glyph": .string(style.glyph),
      "json": .array(texts.map(JSONValue.string)),
      "line": line?.json,
      "from": source.map { .string($0.name) },
      "label": style.label.isEmpty ? nil : .string(style.label),
      "problem": style.isProblem ? true : nil,
      "differs": differs ? true : nil,
      "concerns": affected.isEmpty ? nil : .array(affected.map { .string($0.feature) }),
      "until": until?.json,
      "cause": cause?.json,
      "why": why.map(JSONValue.string),
    ])
  }
}

extension ReportFinding {
  fileprivate var json: JSONValue { ["sort": .string(sort.rawValue), "marks": marks.json] }
}

extension [Int] {
  var json: JSONValue { .array(map(\.json)) }
}

extension Int {
  /// The JSON number.
  var json: JSONValue { JSONValue(self) }
}

extension Duration {
  /// The seconds as a JSON number.
  var json: JSONValue { JSONValue(self) }
}

extension JSONValue {
  /// An object of those members that have a value.
  package static func members(_ members: KeyValuePairs<String, JSONValue?>) -> Self {
    var object: [String: JSONValue] = [:]
    for (name, value) in members {
      object[name] = value
    }
    return .object(object)
  }
}

// MARK: - Facts

extension FactHistory {
  fileprivate var json: JSONValue {
    ["of": .string(subject), "spans": .array(spans.map(\.json))]
  }
}

extension FactHistory.Span {
  fileprivate var json: JSONValue {
    let silent = silent.map { [$0.place.json, .string(printable($0.message))] as JSONValue }
    return .members([
      "name": .string(printable(fact.name)),
      "words": .string(printable(fact.text)),
      "place": place.json,
      "from": since?.json,
      "until": until?.json,
      "mark": mark?.json,
      "silent": silent,
    ])
  }
}

// MARK: - Figures

extension ReportFigure {
  fileprivate var json: JSONValue {
    [
      "title": .string(printable(title)),
      "text": .string(text ?? marks.count.grouped),
      "marks": marks.distinct.json,
      "entries": .array(
        entries.map { [.string(printable($0.name)), $0.marks.count.json, $0.marks.distinct.json] }
      ),
    ]
  }
}

extension [Int] {
  /// Those that differ from the one before.
  fileprivate var distinct: [Int] {
    reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }
}

extension Int {
  /// The number with a comma between thousands.
  fileprivate var grouped: String { formatted(.number.locale(Locale(identifier: "en_US"))) }
}
