import PushHub

/// Something that the hub or an observer did while a transcript was played.
struct PlayedLine {
  /// Who speaks; within a step, lines come in this order.
  enum Speaker: String, CaseIterable, Hashable {
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
}
