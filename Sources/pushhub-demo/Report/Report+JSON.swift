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
      "lanes": .array(
        ReportLane.allCases.map { ["id": .string($0.rawValue), "title": .string($0.title)] }
      ),
      "marks": .array(marks.map(\.json)),
      "bars": .array(bars.map(\.json)),
      "counts": .array(
        counts.map { [.number($0.at.secondsNumber), .number(JSONNumber($0.count))] }
      ),
      "quiet": .array(
        quiet.map {
          [.number($0.lowerBound.secondsNumber), .number($0.upperBound.secondsNumber)]
        }
      ),
      "summary": summary.json,
    ]
  }
}

extension ReportMark {
  fileprivate var json: JSONValue {
    var members: [String: JSONValue] = [
      "at": .number(at.secondsNumber),
      "lane": .string(lane.rawValue),
      "kind": .string(kind),
      "words": .string(words),
      "json": .array(texts.map(JSONValue.string)),
    ]
    switch source {
    case .record(let number): members["record"] = .number(JSONNumber(number))
    case .line(let speaker): members["from"] = .string(speaker.rawValue)
    }
    members["label"] = label.isEmpty ? nil : .string(label)
    members["until"] = until.map { .number($0.secondsNumber) }
    members["cause"] = cause.map { .number(JSONNumber($0)) }
    members["why"] = why.map(JSONValue.string)
    return .object(members)
  }
}

extension ReportBar {
  fileprivate var json: JSONValue {
    [
      "lane": .string(lane.rawValue),
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
      "strange": .number(JSONNumber(strange)),
      "issues": issues.json,
      "requests": requests.json,
      "failures": failures.json,
      "wakeUps": .number(JSONNumber(wakeUps)),
    ]
    members["slowest"] = slowest.map { work in
      [
        "mark": .number(JSONNumber(work.mark)),
        "from": .string(work.speaker.rawValue),
        "duration": .string(work.duration.words),
      ]
    }
    return .object(members)
  }
}

extension ReportSummary.Tally {
  fileprivate var json: JSONValue {
    .array(sorted.map { [.string(printable($0.name)), .number(JSONNumber($0.count))] })
  }
}
