import PushHub

/// The figures of a play, each with the marks that it counts.
struct ReportSummary: Equatable {
  /// How often something was there, and where it stands on the timeline.
  struct Counted: Equatable {
    private(set) var count = 0

    private var found: Set<Int> = []

    /// The marks, in order; fewer than were counted where several are one mark.
    var marks: [Int] { found.sorted() }

    mutating func add(_ mark: Int) {
      count += 1
      found.insert(mark)
    }
  }

  /// Something counted, by what it was.
  struct Counts: Equatable {
    private(set) var entries: [String: Counted] = [:]

    var total: Int { entries.values.reduce(0) { $0 + $1.count } }

    /// The most frequent first, then by name.
    var sorted: [(name: String, counted: Counted)] {
      entries.map { (name: $0.key, counted: $0.value) }
        .sorted {
          $0.counted.count == $1.counted.count
            ? $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
            : $0.counted.count > $1.counted.count
        }
    }

    mutating func add(_ name: String, _ mark: Int) {
      entries[name, default: Counted()].add(mark)
    }
  }

  /// What features have counted under one title.
  struct Figure: Equatable {
    let title: String
    var counts = Counts()
  }

  /// The asynchronous work that took longest, in the time of the play.
  struct Work: Equatable {
    let mark: Int
    let from: String
    let duration: Duration
  }

  /// Distinct pushes.
  var received = Counted()

  /// Callbacks that showed a push again.
  var merged = Counted()

  /// Answers of the user.
  var opened = Counted()

  /// Records of pushes of which the hub said nothing.
  var dropped = Counted()

  /// Pushes with something strange.
  var strange: Set<String> = []

  /// What was strange about them.
  var issues = Counts()

  /// What features have counted, in the order in which they began to.
  private(set) var tallies: [Figure] = []

  /// The instants at which timers were due.
  var timers = 0

  /// What was told at these instants.
  var toldByTimers = Counted()

  /// The slowest asynchronous work.
  var slowest: Work?
}

extension ReportSummary {
  /// Takes notice of what somebody did, which is a mark.
  mutating func note(_ event: any FeatureEvent, as mark: Int) {
    switch event as? HubEvent {
    case .received: received.add(mark)
    case .duplicate: merged.add(mark)
    case .opened: opened.add(mark)
    case .issue(let id, let issue):
      strange.insert(id)
      issues.add(issue, mark)
    case .token, .tokenError, nil: break
    }
    guard let tally = (event as? any TimelineEvent)?.tally else { return }
    let index = tallies.firstIndex { $0.title == tally.title } ?? tallies.count
    if index == tallies.count {
      tallies.append(Figure(title: tally.title))
    }
    tallies[index].counts.add(tally.entry, mark)
  }

  /// What features have counted under a title.
  func counts(of title: String) -> Counts {
    tallies.first { $0.title == title }?.counts ?? Counts()
  }

  /// Takes notice of work that took some time; of equally slow work the first counts.
  mutating func note(_ work: Work) {
    if work.duration > slowest?.duration ?? .zero {
      slowest = work
    }
  }
}
