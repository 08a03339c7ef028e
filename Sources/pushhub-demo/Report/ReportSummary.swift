import PushHub

/// The figures of a play.
struct ReportSummary: Equatable {
  /// Something counted, by what it was.
  struct Tally: Equatable {
    private(set) var counts: [String: Int] = [:]

    var total: Int { counts.values.reduce(0, +) }

    /// The most frequent first, then by name.
    var sorted: [(name: String, count: Int)] {
      counts.map { (name: $0.key, count: $0.value) }
        .sorted {
          $0.count == $1.count
            ? $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) : $0.count > $1.count
        }
    }

    mutating func add(_ name: String) {
      counts[name, default: 0] += 1
    }
  }

  /// The asynchronous work that took longest, in the time of the play.
  struct Work: Equatable {
    let mark: Int
    let speaker: PlayedLine.Speaker
    let duration: Duration
  }

  /// Distinct pushes.
  var received = 0

  /// Callbacks that showed a push again.
  var merged = 0

  /// Answers of the user.
  var opened = 0

  /// Records of pushes of which the hub said nothing.
  var dropped = 0

  /// Pushes with something strange.
  var strange = 0

  /// What was strange about them.
  var issues = Tally()

  /// Requests for the unread count, by reason.
  var requests = Tally()

  /// Requests that failed, by error.
  var failures = Tally()

  /// How often timers woke the app.
  var wakeUps = 0

  /// The slowest asynchronous work.
  var slowest: Work?
}

extension ReportSummary {
  /// Takes notice of what somebody said.
  mutating func note(_ line: PlayedLine) {
    switch (line.speaker, line.event) {
    case (.hub, "received"): received += 1
    case (.hub, "duplicate"): merged += 1
    case (.hub, "opened"): opened += 1
    case (.hub, "issue"): issues.add(line.text("issue"))
    case (.unread, "sync"): requests.add(line.syncReason)
    case (.unread, "failed"): failures.add(line.text("error"))
    default: break
    }
  }

  /// Takes notice of work that took some time; of equally slow work the first counts.
  mutating func note(_ work: Work) {
    if work.duration > slowest?.duration ?? .zero {
      slowest = work
    }
  }
}
