import PushHub

/// What was true of the app, or of a feature, from when to when, and what had led there.
struct FactHistory {
  /// Something that is true for a while.
  struct Span {
    let fact: any FeatureFact

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

    /// What else had led there when it became true.
    var firstOrigins: [Int] = []

    /// What else had led there, the latest last.
    var origins: [Origins] = []

    /// The marks that led there when it became true.
    var roots: [Int] { (mark.map { [$0] } ?? []) + firstOrigins }
  }

  /// The marks that had led there from an instant on.
  struct Origins: Equatable {
    let from: Duration
    let marks: [Int]
  }

  /// Words that hold until the next ones do.
  struct Silence: Equatable {
    let from: Duration
    let words: String
  }

  /// Of whom: `app`, or the name of the feature.
  let subject: String

  /// What is true now.
  private(set) var current: [Span]

  /// Why nothing has led there.
  var silences: [Silence] = []

  private var ended: [Span] = []

  /// Where facts stand in what is true now, by name.
  private var places: [String: Int] = [:]

  /// Begins with what is true before anything has happened.
  init(of subject: String, _ facts: [any FeatureFact]) {
    self.subject = subject
    current = facts.enumerated().map { Span(fact: $1, place: $0) }
    notePlaces()
  }

  /// All that was true for longer than an instant, in the order in which it began.
  var spans: [Span] {
    (ended.filter { $0.since != $0.until } + current).sorted { one, other in
      let (begin, otherBegin) = (one.since ?? .beforeAny, other.since ?? .beforeAny)
      return begin == otherBegin ? one.place < other.place : begin < otherBegin
    }
  }
}

extension FactHistory {
  /// Takes notice of what is true after a step.
  ///
  /// - Parameters:
  ///   - facts: All that is true.
  ///   - step: What happened.
  ///   - marks: What the step became in the report.
  ///   - builder: The report so far.
  mutating func take(
    _ facts: [any FeatureFact],
    after step: PlayedStep,
    marked marks: ReportBuilder.Marks,
    in builder: ReportBuilder
  ) {
    if !facts.elementsEqual(current, by: { $0.equals($1.fact) }) {
      change(to: facts, after: step, marked: marks, in: builder)
    }
    for index in current.indices {
      let origins = current[index].fact.origins
      guard !origins.isEmpty else { continue }
      let found = origins.compactMap(builder.mark)
      if found != current[index].origins.last?.marks ?? [] {
        current[index].origins.append(Origins(from: step.time, marks: found))
      }
    }
  }

  private mutating func change(
    to facts: [any FeatureFact],
    after step: PlayedStep,
    marked marks: ReportBuilder.Marks,
    in builder: ReportBuilder
  ) {
    let told = step.told
    let before = current
    var kept: Set<Int> = []
    current = facts.enumerated().map { place, fact in
      let old = places[fact.name]
      if let old, before[old].fact.equals(fact) {
        kept.insert(old)
        return before[old]
      }
      var span = Span(fact: fact, place: place, since: step.time)
      if let line = told.lastIndex(where: { fact.isTold(by: $0.event) }) {
        span.mark = marks.told[line]
      } else if let record = marks.record {
        span.mark = record
      } else if let mark = old.flatMap({ before[$0].mark }) {
        span.mark = mark
        span.silentPlace = builder.markCount
      }
      span.firstOrigins = fact.firstOrigins.compactMap(builder.mark)
      return span
    }
    for (index, span) in before.enumerated() where !kept.contains(index) {
      var span = span
      span.until = step.time
      ended.append(span)
    }
    for index in current.indices where current[index].since == step.time {
      current[index].place = index
    }
    notePlaces()
  }

  private mutating func notePlaces() {
    places = [:]
    for (place, span) in current.enumerated() {
      places[span.fact.name] = place
    }
  }
}

extension Duration {
  fileprivate static let beforeAny = Duration.seconds(-1)
}
