import Foundation
package import PushHub
import PushHubRecorder

extension Report {
  /// The report for the page, in which lanes and marks are numbers.
  var json: JSONValue {
    .members([
      "name": name,
      "start": Int((start.timeIntervalSince1970 * 1_000).rounded()),
      "end": end,
      "records": marks.count { $0.record != nil },
      "lanes": lanes.indices.map(lane),
      "marks": marks,
      "bars": [phaseAtStart].compactMap(\.self),
      "findings": outages.all.map { .members(["sort": "problem", "marks": $0]) }
        + withoutEffect.map { .members(["sort": "nothing", "marks": $0]) } as [JSONValue],
      "figures": figures,
      "facts": facts,
    ])
  }

  /// A lane, with the number that the feature shows, from each instant on at which that changed.
  private func lane(_ index: Int) -> JSONValue {
    let values = marks.filter { $0.lane == index }.compactMap { mark in
      mark.style.number.map { [mark.at.json, $0.json] as JSONValue }
    }
    return .members(["id": lanes[index].id, "title": lanes[index].title, "values": values])
  }

  /// The phase before the first record of one, which has no mark.
  private var phaseAtStart: JSONValue? {
    let until = marks.first { $0.lane == Lane.phase }?.at ?? end
    return until > .zero
      ? .members(["lane": Lane.phase, "from": 0, "until": until, "label": "background"]) : nil
  }
}

extension ReportMark: JSONConvertible {
  var json: JSONValue {
    .members([
      "at": at,
      "lane": lane,
      "kind": kind,
      "words": message,
      "glyph": style.glyph,
      "json": texts,
      "line": line,
      "from": source?.name,
      "label": style.label.isEmpty ? nil : style.label,
      "problem": style.isProblem ? true : nil,
      "differs": differs ? true : nil,
      "concerns": affected.isEmpty ? nil : affected.map(\.feature),
      "until": until,
      "cause": cause,
      "why": why,
    ])
  }
}

/// A value that can be a member of a JSON object.
package protocol JSONConvertible {
  var json: JSONValue { get }
}

extension String: JSONConvertible {
  package var json: JSONValue { .string(self) }
}

extension Bool: JSONConvertible {
  package var json: JSONValue { .bool(self) }
}

extension Int: JSONConvertible {
  package var json: JSONValue { JSONValue(self) }
}

extension Duration: JSONConvertible {
  /// The seconds.
  package var json: JSONValue { JSONValue(self) }
}

extension Array: JSONConvertible where Element: JSONConvertible {
  package var json: JSONValue { .array(map(\.json)) }
}

extension JSONValue: JSONConvertible {
  package var json: JSONValue { self }

  /// An object of those members that have a value.
  package static func members(_ members: KeyValuePairs<String, (any JSONConvertible)?>) -> Self {
    var object: [String: JSONValue] = [:]
    for (name, value) in members {
      object[name] = value?.json
    }
    return .object(object)
  }
}

// MARK: - Facts

extension FactHistory: JSONConvertible {
  var json: JSONValue { .members(["of": subject, "spans": spans]) }
}

extension FactHistory.Span: JSONConvertible {
  var json: JSONValue {
    .members([
      "name": printable(fact.name),
      "words": printable(fact.text),
      "place": place,
      "from": since,
      "until": until,
      "mark": mark,
      "silent": silent.map { [$0.place.json, printable($0.message).json] },
    ])
  }
}

// MARK: - Figures

extension ReportFigure: JSONConvertible {
  var json: JSONValue {
    .members([
      "title": printable(title),
      "text": text ?? marks.count.grouped,
      "marks": marks.distinct,
      "entries": entries.map {
        [printable($0.name).json, $0.marks.count.json, $0.marks.distinct.json]
      },
    ])
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
