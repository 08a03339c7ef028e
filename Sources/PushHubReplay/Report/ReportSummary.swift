import PushHub
import PushHubRecorder

/// The figures of a play, each with the marks that it counts.
struct ReportSummary {
  /// How often something was there, and where it stands on the timeline.
  struct Counted {
    private(set) var count = 0

    private var found: Set<Int> = []

    /// The marks, in order; fewer than were counted where several are one mark.
    var marks: [Int] { found.sorted() }

    mutating func add(_ mark: Int) {
      count += 1
      found.insert(mark)
    }
  }

  /// The asynchronous work that took longest, in the time of the play.
  struct Work: Equatable {
    let mark: Int
    let from: String
    let duration: Duration
  }

  /// Distinct pushes.
  private(set) var received = Counted()

  /// Callbacks that showed a push again.
  private(set) var merged = Counted()

  /// Answers of the user.
  private(set) var opened = Counted()

  /// Records of pushes of which the hub said nothing.
  private(set) var dropped = Counted()

  /// Pushes with something strange.
  private(set) var strange: Set<String> = []

  /// What was strange about them.
  private(set) var issues: [String: Counted] = [:]

  /// What features have counted, in the order in which they began to.
  private(set) var tallies: [(title: String, counts: [String: Counted])] = []

  /// The slowest asynchronous work; of equally slow work the first.
  private(set) var slowest: Work?
}

extension ReportSummary {
  /// Counts what stands in a report.
  init(of report: Report) {
    for (index, mark) in report.marks.enumerated() {
      if mark.record?.input.isPush == true, mark.look.isProblem { dropped.add(index) }
      for told in mark.told { count(told.event, of: index) }
      guard mark.isWork, let speaker = mark.speaker, let until = mark.until else { continue }
      let work = Work(mark: index, from: speaker.name, duration: until - mark.at)
      if work.duration > slowest?.duration ?? .zero { slowest = work }
    }
  }

  private mutating func count(_ event: any FeatureEvent, of mark: Int) {
    switch event as? HubEvent {
    case .received: received.add(mark)
    case .duplicate: merged.add(mark)
    case .opened: opened.add(mark)
    case .issue(let id, let issue):
      strange.insert(id)
      issues[issue, default: Counted()].add(mark)
    case .token, .tokenError, nil: break
    }
    guard let tally = (event as? any TimelineEvent)?.tally else { return }
    let index = tallies.firstIndex { $0.title == tally.title } ?? tallies.count
    if index == tallies.count {
      tallies.append((tally.title, [:]))
    }
    tallies[index].counts[tally.entry, default: Counted()].add(mark)
  }

  /// What features have counted under a title.
  func counts(of title: String) -> [String: Counted] {
    tallies.first { $0.title == title }?.counts ?? [:]
  }
}

extension [String: ReportSummary.Counted] {
  var total: Int { values.reduce(0) { $0 + $1.count } }

  var marks: [Int] { Set(values.flatMap(\.marks)).sorted() }

  /// The most frequent first, then by name.
  var sorted: [(name: String, counted: ReportSummary.Counted)] {
    map { (name: $0, counted: $1) }
      .sorted {
        $0.counted.count == $1.counted.count
          ? $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
          : $0.counted.count > $1.counted.count
      }
  }
}

extension Report {
  var summary: ReportSummary { ReportSummary(of: self) }
}
