/// A line of what was heard in the live app, and of what was not heard, and why.
struct LiveLogLine: Equatable {
  /// Who speaks.
  enum Speaker: Equatable {
    /// The hub or a feature.
    case part(String, colour: Int)

    /// Whoever presses the keys.
    case user

    /// The operating system, played by the demo.
    case system

    /// The app's server, played by the demo.
    case server

    /// The demo itself.
    case demo

    var name: String {
      switch self {
      case .part(let name, _): name
      case .user: "you"
      case .system: "system"
      case .server: "server"
      case .demo: "demo"
      }
    }
  }

  /// Since the start.
  let time: Duration
  let speaker: Speaker
  let text: String
}

/// The latest of what was heard.
struct LiveLog: Equatable {
  /// How many lines are kept, and how long they may be, in characters.
  private static let longestLog = 100
  private static let longestLine = 300

  private(set) var lines: [LiveLogLine] = []

  mutating func add(_ text: String, by speaker: LiveLogLine.Speaker, at time: Duration) {
    let text = String(text.prefix(Self.longestLine))
    lines.append(LiveLogLine(time: time, speaker: speaker, text: text))
    if lines.count > Self.longestLog {
      lines.removeFirst()
    }
  }
}
