import Foundation
import PushHub

/// Something that the hub or an observer did while a transcript was played.
struct PlayedLine {
  /// Who speaks; within a step, lines come in this order.
  enum Speaker: String, CaseIterable {
    case hub
    case unread
    case countdown
    case badge
    case screenshot
  }

  let time: Duration
  let speaker: Speaker
  let event: String
  let details: KeyValuePairs<String, JSONValue?>
}

extension PlayedLine {
  /// One JSON object, with sorted keys.
  var json: JSONValue {
    var members: [String: JSONValue] = [
      "t": .number(time.secondsNumber),
      "from": .string(speaker.rawValue),
      "event": .string(event),
    ]
    for (key, value) in details {
      members[key] = value
    }
    return .object(members)
  }

  /// A line for people, in columns.
  var text: String {
    let words = details.compactMap { key, value in
      value.map { "\(key) \(printable($0.stringValue ?? $0.jsonText))" }
    }
    let columns = [
      String(repeating: " ", count: max(0, 10 - time.secondsText.count)) + time.secondsText,
      speaker.rawValue.padding(toLength: 10, withPad: " ", startingAt: 0),
      words.isEmpty ? event : event.padding(toLength: 10, withPad: " ", startingAt: 0),
      words.joined(separator: ", "),
    ]
    return columns.filter { !$0.isEmpty }.joined(separator: "  ")
  }
}
