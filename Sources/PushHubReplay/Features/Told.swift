import PushHub
import PushHubRecorder

extension Told {
  /// One JSON object, with sorted keys.
  var json: JSONValue {
    var members: [String: JSONValue] = [
      "t": time.json,
      "from": .string(from),
      "event": .string(event.name),
    ]
    for (key, value) in event.labelledValues { members[key] = value }
    for (key, value) in event.fields { members[key] = value }
    return .object(members)
  }

  /// The number of the terminal's colour of who speaks.
  package var colour: Int { speaker.colour }

  /// A row for people: when since the start, who, and what in words.
  func row(coloured: Bool) -> String {
    let who = from + String(repeating: " ", count: max(0, 10 - from.utf16.count))
    let name = coloured ? "\u{1B}[\(speaker.colour)m\(who)\u{1B}[0m" : who
    let clock = time.clockText
    let margin = String(repeating: " ", count: max(0, 13 - clock.count))
    return "\(margin)\(clock)  \(name)  \(printable(event.message))"
  }
}

extension Speaker {
  private static let colours = [34, 32, 33, 35, 36, 31]

  /// The number of the terminal's colour.
  var colour: Int { Self.colours[rank % Self.colours.count] }
}
