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

  /// What is true for a while.
  fileprivate struct Span {
    let entry: Entry

    /// Its place among what was true with it at the end of the instant at which it began.
    var place: Int

    var until: Duration?

    /// What else had led there, the latest last.
    var origins: [ReportTruths.Origins] = []
  }

  /// What is true now, and what no longer is.
  private var current: [Span]
  private var ended: [Span] = []

  /// Where facts stand in what is true now, by name.
  private var places: [String: Int] = [:]

  /// Begins with what is true before anything has happened.
  init(_ facts: [any FeatureFact]) {
    current = facts.enumerated().map { Span(entry: Entry(fact: $1), place: $0) }
    notePlaces()
  }

  /// What is true now.
  var entries: [Entry] { current.map(\.entry) }

  /// What is true now of the first fact that is wanted.
  func entry(where isWanted: (any FeatureFact) -> Bool) -> Entry? {
    current.first { isWanted($0.entry.fact) }?.entry
  }

  /// All that was true for longer than an instant, in the order in which it began.
  var spans: [ReportTruths.Span] {
    let lasting = ended.filter { $0.entry.since != $0.until } + current
    return lasting.map(\.told).sorted { one, other in
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
    if !facts.elementsEqual(current, by: { $0.equals($1.entry.fact) }) {
      change(to: facts, after: step, marked: marks, in: builder)
    }
    for index in current.indices {
      let origins = current[index].entry.fact.origins
      guard !origins.isEmpty else { continue }
      let found = origins.compactMap(builder.mark)
      if found != current[index].origins.last?.marks ?? [] {
        current[index].origins.append(ReportTruths.Origins(from: step.time, marks: found))
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
    current = []
    for (place, fact) in facts.enumerated() {
      let old = places[fact.name]
      if let old, before[old].entry.fact.equals(fact) {
        kept.insert(old)
        current.append(before[old])
        continue
      }
      var entry = Entry(fact: fact, since: step.time)
      if let line = told.lastIndex(where: { fact.isTold(by: $0.event) }) {
        entry.mark = marks.told[line]
      } else if let record = marks.record {
        entry.mark = record
      } else {
        entry.mark = old.flatMap { before[$0].entry.mark }
        entry.silentPlace = builder.markCount
      }
      entry.firstOrigins = fact.firstOrigins.compactMap(builder.mark)
      current.append(Span(entry: entry, place: place))
    }
    for (index, span) in before.enumerated() where !kept.contains(index) {
      var span = span
      span.until = step.time
      ended.append(span)
    }
    for index in current.indices where current[index].entry.since == step.time {
      current[index].place = index
    }
    notePlaces()
  }

  private mutating func notePlaces() {
    places = [:]
    for (place, span) in current.enumerated() {
      places[span.entry.fact.name] = place
    }
  }
}

extension FactHistory.Span {
  fileprivate var told: ReportTruths.Span {
    ReportTruths.Span(
      fact: entry.fact,
      place: place,
      since: entry.since,
      until: until,
      roots: (entry.mark.map { [$0] } ?? []) + entry.firstOrigins,
      silentPlace: entry.mark == nil ? nil : entry.silentPlace,
      origins: origins
    )
  }
}

extension Duration {
  fileprivate static let beforeAny = Duration.seconds(-1)
}
