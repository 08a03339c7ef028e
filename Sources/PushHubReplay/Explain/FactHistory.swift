import PushHub

/// Remembers since when facts are true, and which step of the play made them so.
struct FactHistory {
  /// Since when a fact is true, and what led there.
  struct Entry: Equatable {
    var fact: any FeatureFact

    /// When it became true; `nil` for what was so from the start.
    var since: Duration?

    /// What made it true: what was said about it, the record, or what started the timer.
    var mark: Int?

    /// How many marks there were, if a timer made it true without a word.
    var silentPlace: Int?

    /// What else had led there when it became true.
    var firstOrigins: [Int] = []

    static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.fact.equals(rhs.fact) && lhs.since == rhs.since && lhs.mark == rhs.mark
        && lhs.silentPlace == rhs.silentPlace && lhs.firstOrigins == rhs.firstOrigins
    }
  }

  private(set) var entries: [Entry]
  private var places: [String: Int] = [:]

  /// Begins with what is true before anything has happened.
  init(_ facts: [any FeatureFact]) {
    entries = facts.map { Entry(fact: $0) }
    notePlaces()
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
    if facts.elementsEqual(entries, by: { $0.equals($1.fact) }) { return }
    let told = step.told
    entries = facts.map { fact in
      let before = places[fact.name].map { entries[$0] }
      if let before, before.fact.equals(fact) { return before }
      var entry = Entry(fact: fact, since: step.time)
      if let line = told.lastIndex(where: { fact.isTold(by: $0.event) }) {
        entry.mark = marks.told[line]
      } else if let record = marks.record {
        entry.mark = record
      } else {
        entry.mark = before?.mark
        entry.silentPlace = builder.markCount
      }
      entry.firstOrigins = fact.firstOrigins.compactMap(builder.mark)
      return entry
    }
    notePlaces()
  }

  private mutating func notePlaces() {
    places = [:]
    for (place, entry) in entries.enumerated() {
      places[entry.fact.name] = place
    }
  }
}
