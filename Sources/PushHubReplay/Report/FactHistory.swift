import PushHub

/// What was true of the app, or of a feature, from when to when, and what had led there.
struct FactHistory {
  /// Something that is true for a while.
  struct Span {
    let fact: FeatureFact

    /// Its place among what was true with it at the end of the instant at which it began, as far as
    /// that is true for longer.
    var place: Int

    /// When it became true; `nil` for what was so from the start.
    var since: Duration?

    /// Until when; `nil` for what is so at the end.
    var until: Duration?

    /// What made it true: what was said about it, the record, or what started the timer.
    var mark: Int?

    /// How many marks there were, if a timer made it true without a word.
    var silentPlace: Int?

    /// Why a timer made it true without a word.
    var silentWords = "a timer was due"

    /// What else had led there.
    var origins: [Int] = []

    /// The marks that led there.
    var roots: [Int] { [mark].compactMap(\.self) + origins }
  }

  /// Of whom: `app`, or the name of the feature.
  let subject: String

  /// What is true now.
  private(set) var current: [Span]

  private var ended: [Span] = []

  /// Begins with what is true before anything has happened.
  init(of subject: String, _ facts: [FeatureFact]) {
    self.subject = subject
    current = facts.enumerated().map { Span(fact: $1, place: $0) }
  }

  /// All that was true for longer than an instant, in the order in which it began.
  var spans: [Span] {
    let start = Duration.seconds(-1)
    return (ended.filter { $0.since != $0.until } + current)
      .sorted { ($0.since ?? start, $0.place) < ($1.since ?? start, $1.place) }
  }
}

extension FactHistory {
  /// Goes on with what is true after a step.
  ///
  /// - Parameters:
  ///   - facts: All that is true.
  ///   - time: When the step was.
  ///   - step: What it became in the report.
  mutating func update(
    to facts: [FeatureFact],
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
      let told = step.told.last { step, _ in step.from == subject && fact.isTold(step.event) }
      span.mark = told?.mark ?? step.record
      if span.mark == nil, let mark = old?.mark {
        span.mark = mark
        span.silentPlace = step.count
        span.silentWords = step.reasons[subject] ?? span.silentWords
      }
      span.origins = fact.origins.compactMap { step.topics[$0] }
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
