import PushHub

/// The facts that were true of the app or of a feature, with the times and the reasons.
struct FactHistory {
  /// A fact and the time in which it was true.
  struct Span {
    let fact: Fact

    /// Its place among the facts at the end of the instant when it began.
    var place: Int

    /// The time when it became true; `nil` for a fact that was true from the start.
    var since: Duration?

    /// The time until which it was true; `nil` for a fact that is true at the end.
    var until: Duration?

    /// The mark that made it true: an event, the record, or what led to the value before.
    var mark: Int?

    /// The number of marks at that time, and the reason, if it became true without an event.
    var silent: (place: Int, message: String)?
  }

  /// `app`, or the name of the feature.
  let subject: String

  /// The facts now.
  private(set) var current: [Span]

  private var ended: [Span] = []

  /// Begins with the facts before the first record.
  init(of subject: String, _ facts: [Fact]) {
    self.subject = subject
    current = facts.enumerated().map { Span(fact: $1, place: $0) }
  }

  /// All facts that were true for longer than an instant, in the order in which they began.
  var spans: [Span] {
    let start = Duration.seconds(-1)
    return (ended.filter { $0.since != $0.until } + current)
      .sorted { ($0.since ?? start, $0.place) < ($1.since ?? start, $1.place) }
  }
}

extension FactHistory {
  /// Continues with the facts after a step.
  ///
  /// - Parameters:
  ///   - facts: All facts.
  ///   - time: The time of the step.
  ///   - step: Its marks in the report.
  mutating func update(
    to facts: [Fact],
    at time: Duration,
    after step: Report.Marks
  ) {
    guard !facts.elementsEqual(current.lazy.map(\.fact)) else { return }
    var before = Dictionary(current.map { ($0.fact.name, $0) }) { $1 }
    current = facts.enumerated().map { place, fact in
      let old = before[fact.name]
      if let old, old.fact == fact {
        before[fact.name] = nil
        return old
      }
      var span = Span(fact: fact, place: place, since: time)
      span.mark = step.events[subject] ?? step.record
      if span.mark == nil, let mark = old?.mark {
        span.mark = mark
        let reason = step.reasons[subject] ?? "the value changed without an event"
        span.silent = (step.count, reason)
      }
      return span
    }
    for var span in before.values {
      span.until = time
      ended.append(span)
    }
    for index in current.indices where current[index].since == time {
      current[index].place = index
    }
  }
}
