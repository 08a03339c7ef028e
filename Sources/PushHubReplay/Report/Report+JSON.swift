import Foundation
import PushHub

extension Report {
  /// The report as the page reads it.
  var json: JSONValue {
    [
      "name": .string(name),
      "start": .number(JSONNumber(Int64((start.timeIntervalSince1970 * 1_000).rounded()))),
      "end": .number(end.secondsNumber),
      "records": .number(JSONNumber(recordCount)),
      "lanes": .array(lanes.map(\.json)),
      "marks": .array(marks.map(\.json)),
      "bars": .array(bars.map(\.json)),
      "quiet": .array(
        quiet.map {
          [.number($0.lowerBound.secondsNumber), .number($0.upperBound.secondsNumber)]
        }
      ),
      "summary": summary.json,
    ]
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

extension ReportMark {
  fileprivate var json: JSONValue {
    var members: [String: JSONValue] = [
      "at": .number(at.secondsNumber),
      "lane": .string(lane.text),
      "kind": .string(kind),
      "words": .string(words),
      "glyph": .string(look.glyph),
      "json": .array(texts.map(JSONValue.string)),
    ]
    switch source {
    case .record(let number): members["record"] = .number(JSONNumber(number))
    case .told(let speaker): members["from"] = .string(speaker.name)
    }
    members["label"] = look.label.isEmpty ? nil : .string(look.label)
    members["problem"] = look.isProblem ? true : nil
    members["until"] = until.map { .number($0.secondsNumber) }
    members["cause"] = cause.map { .number(JSONNumber($0)) }
    members["why"] = why.map(JSONValue.string)
    return .object(members)
  }
}

extension ReportBar {
  fileprivate var json: JSONValue {
    [
      "lane": .string(lane.text),
      "from": .number(from.secondsNumber),
      "until": .number(until.secondsNumber),
      "label": .string(label),
    ]
  }
}

extension ReportSummary {
  fileprivate var json: JSONValue {
    var members: [String: JSONValue] = [
      "received": .number(JSONNumber(received)),
      "merged": .number(JSONNumber(merged)),
      "opened": .number(JSONNumber(opened)),
      "dropped": .number(JSONNumber(dropped)),
      "strange": .number(JSONNumber(strange.count)),
      "issues": issues.json,
      "tallies": .array(
        tallies.map { ["title": .string(printable($0.title)), "entries": $0.counts.json] }
      ),
      "wakeUps": .number(JSONNumber(wakeUps)),
    ]
    members["slowest"] = slowest.map { work in
      [
        "mark": .number(JSONNumber(work.mark)),
        "from": .string(work.from),
        "duration": .string(work.duration.words),
      ]
    }
    return .object(members)
  }
}

extension ReportSummary.Counts {
  fileprivate var json: JSONValue {
    .array(sorted.map { [.string(printable($0.name)), .number(JSONNumber($0.count))] })
  }
}
