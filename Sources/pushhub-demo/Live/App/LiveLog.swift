import PushHubReplay

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

  /// Its place among all lines ever, by which it is known while others come and go.
  let number: Int

  /// Since the start.
  let time: Duration
  let speaker: Speaker
  let text: String

  /// The text as a search reads it.
  let folded: FoldedText

  init(_ text: String, by speaker: Speaker, at time: Duration, number: Int) {
    self.number = number
    self.time = time
    self.speaker = speaker
    self.text = text
    folded = FoldedText(text)
  }
}

/// The latest of what was heard, and how it is read: whose lines, what is searched for, and where.
///
/// Adding a line costs the same however many there are, but for moving the array when it is full;
/// what depends on all lines is found anew only when the user asks for something else.
struct LiveLog: Equatable {
  /// How many lines are kept, and how long they may be, in characters.
  static let mostLines = 1_000
  static let longestLine = 1_000

  /// A row of the log as it is wrapped: of which line, and which of its rows.
  struct Place: Equatable {
    var number: Int
    var row: Int
  }

  /// All lines that are kept.
  private(set) var lines: [LiveLogLine] = []

  /// Those of the speakers who are not hidden.
  private(set) var shown: [LiveLogLine] = []

  /// Whose lines are hidden, by name.
  private(set) var hidden: Set<String> = []

  private(set) var search: LogSearch?

  /// The first row to be seen; `nil` follows the end.
  var top: Place?

  private var count = 0
}

extension LiveLog {
  mutating func add(_ text: String, by speaker: LiveLogLine.Speaker, at time: Duration) {
    count += 1
    let line = LiveLogLine(Self.bounded(text), by: speaker, at: time, number: count)
    lines.append(line)
    if isShown(line) {
      shown.append(line)
      search?.note(line)
    }
    if lines.count > Self.mostLines {
      forget(lines.removeFirst())
    }
  }

  private mutating func forget(_ line: LiveLogLine) {
    guard shown.first?.number == line.number else { return }
    shown.removeFirst()
    search?.forget(line)
  }

  /// What is to be shown, so that what is searched for is what is seen.
  private static func bounded(_ text: String) -> String {
    let text = DisplayWidth.bounded(printable(String(text.prefix(longestLine + 1))))
    return text.count > longestLine ? text.prefix(longestLine) + " ..." : text
  }

  private func isShown(_ line: LiveLogLine) -> Bool {
    hidden.isEmpty || !hidden.contains(line.speaker.name)
  }

  /// Where the first line that is shown of this number or a later one is.
  func index(of number: Int) -> Int {
    var range = shown.startIndex..<shown.endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range =
        shown[middle].number < number
        ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}

// MARK: - Whose lines

extension LiveLog {
  /// Hides a speaker's lines, or shows them again.
  mutating func toggle(_ speaker: String) {
    hide(hidden.symmetricDifference([speaker]))
  }

  /// Hides the lines of these speakers and of nobody else.
  mutating func hide(_ speakers: Set<String>) {
    guard speakers != hidden else { return }
    hidden = speakers
    shown = lines.filter(isShown)
    if let search {
      self.search = LogSearch(for: search.text, in: shown, near: search.hit)
    }
  }
}

// MARK: - Searching

extension LiveLog {
  /// Searches for a text, and finds the latest line that has it, up to one of a number.
  ///
  /// - Parameter number: Up to which line; one later than all if there is none.
  mutating func search(for text: String, upTo number: Int) {
    let lines = search.flatMap { linesFound(by: $0, for: text) } ?? shown
    search = LogSearch(for: text, in: lines, near: number)
  }

  /// The lines in which a longer text can be; `nil` if it does not begin as the one searched for.
  private func linesFound(by search: LogSearch, for text: String) -> [LiveLogLine]? {
    guard !search.folded.isEmpty, FoldedText(text).begins(with: search.folded) else { return nil }
    return search.hits.map { shown[index(of: $0)] }
  }

  mutating func endSearch() {
    search = nil
  }

  /// Goes on to the next line that has the text, around the end.
  mutating func goToHit(_ direction: LogSearch.Direction, from number: Int) {
    search?.go(direction, from: number)
  }
}

/// What is searched for in the log, and the lines that have it.
struct LogSearch: Equatable {
  enum Direction: CaseIterable {
    case older
    case newer
  }

  let text: String
  let folded: FoldedText

  /// The numbers of the lines that have it, in order.
  private(set) var hits: [Int]

  /// The one that was gone to.
  private(set) var hit: Int?

  fileprivate init(for text: String, in lines: [LiveLogLine], near number: Int?) {
    let folded = FoldedText(text)
    self.text = text
    self.folded = folded
    hits = lines.filter { $0.folded.contains(folded) }.map(\.number)
    hit = number.flatMap { number in hits.last { $0 <= number } } ?? hits.last
  }

  /// The place of the line that was gone to among those that have the text, from one.
  var hitPosition: Int? { hit.flatMap(hits.firstIndex).map { $0 + 1 } }

  fileprivate mutating func note(_ line: LiveLogLine) {
    guard line.folded.contains(folded) else { return }
    hits.append(line.number)
    hit = hit ?? line.number
  }

  fileprivate mutating func forget(_ line: LiveLogLine) {
    guard hits.first == line.number else { return }
    hits.removeFirst()
    if hit == line.number {
      hit = hits.first
    }
  }

  fileprivate mutating func go(_ direction: Direction, from number: Int) {
    switch direction {
    case .older: hit = hits.last { $0 < number } ?? hits.last
    case .newer: hit = hits.first { $0 > number } ?? hits.first
    }
  }
}
