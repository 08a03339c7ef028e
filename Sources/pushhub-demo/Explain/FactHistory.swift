/// Remembers since when facts are true, and which step of the play made them so.
struct FactHistory {
  /// Since when a fact is true, and what led there.
  struct Entry: Equatable {
    var fact: ExplainedFact

    /// When it became true; `nil` for what was so from the start.
    var since: Duration?

    /// What made it true: what was said about it, the record, or what started the timer.
    var mark: Int?

    /// How many marks there were, if a timer made it true without a word.
    var silentPlace: Int?
  }

  private(set) var entries: [Entry]
  private var places: [String: Int] = [:]

  /// Begins with what is true before anything has happened.
  init(_ facts: [ExplainedFact]) {
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
  ///   - markCount: How many marks there are now.
  mutating func take(
    _ facts: [ExplainedFact],
    after step: PlayedStep,
    marked marks: ReportBuilder.Marks,
    markCount: Int
  ) {
    if facts.elementsEqual(entries.lazy.map(\.fact)) { return }
    entries = facts.map { fact in
      let before = places[fact.name].map { entries[$0] }
      if let before, before.fact == fact { return before }
      var entry = Entry(fact: fact, since: step.time)
      if let line = step.lines.lastIndex(where: fact.isTold) {
        entry.mark = marks.lines[line]
      } else if let record = marks.record {
        entry.mark = record
      } else {
        entry.mark = before?.mark
        entry.silentPlace = markCount
      }
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
