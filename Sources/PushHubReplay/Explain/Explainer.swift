import Foundation
import PushHub

/// Follows a play step by step, so that it can say at the end what led to what is true then.
@MainActor
struct Explainer {
  private let start: Date
  private let lines: [Int]
  private let scripts: [any FeatureScript]
  private let subjects: [ExplainedSubject]
  private var builder: ReportBuilder
  private var histories: [FactHistory]

  /// - Parameters:
  ///   - start: What the wall clock showed at time zero.
  ///   - lines: The line of each record.
  ///   - scripts: The features.
  ///   - facts: What is true of the app, and of each feature in turn, before anything has happened.
  init(
    start: Date,
    lines: [Int],
    scripts: [any FeatureScript],
    facts: [[any FeatureFact]]
  ) {
    self.start = start
    self.lines = lines
    self.scripts = scripts
    subjects =
      [.app]
      + zip(1..., scripts).map { rank, script in
        ExplainedSubject(
          name: script.name,
          colour: Speaker(name: script.name, rank: rank).colour,
          isApp: false
        )
      }
    builder = ReportBuilder(named: "", start: start, scripts: scripts)
    histories = facts.map(FactHistory.init)
  }

  /// Takes the next step, and what is true after it.
  mutating func take(_ step: PlayedStep, facts: [[any FeatureFact]]) {
    let marks = builder.take(step)
    for (index, facts) in facts.enumerated() {
      histories[index].take(facts, after: step, marked: marks, in: builder)
    }
  }
}

extension ReportBuilder {
  @MainActor
  init(named name: String, start: Date, scripts: [any FeatureScript]) {
    self.init(
      named: name,
      start: start,
      features: scripts.map { (name: $0.name, title: $0.title) }
    )
  }
}

// MARK: - The explanation

extension Explainer {
  /// What is true now, and what led there.
  ///
  /// - Parameters:
  ///   - time: How far was played.
  ///   - asked: How far was to be played.
  ///   - name: What the reader knows the transcript by.
  ///   - feature: About which feature alone.
  func explanation(
    at time: Duration,
    asked: Duration,
    named name: String,
    about feature: String? = nil
  ) -> Explanation {
    var builder = self.builder
    let marks = builder.finish().marks
    let wanted = subjects.indices.filter {
      feature == nil || subjects[$0].isApp || subjects[$0].name == feature
    }
    return Explanation(
      name: name,
      time: time,
      start: start,
      asked: asked > time ? asked : nil,
      sections: wanted.map { section(about: $0, marks) }
    )
  }

  private func section(about index: Int, _ marks: [ReportMark]) -> Explanation.Section {
    let subject = subjects[index]
    let claims = histories[index].entries.map { entry in
      Explanation.Claim(
        fact: entry.fact,
        since: entry.since,
        chain: entry.fact.hasCauses ? chain(to: entry, marks) : []
      )
    }
    let steps = [Explanation.Step](merging: claims.map(\.chain))
    return Explanation.Section(
      subject: subject,
      claims: claims,
      chain: steps,
      silence: subject.isApp ? "" : scripts[index - 1].reasonForNoHistory(signedOut: signedOut),
      unheeded: unheeded(by: subject, after: steps.last?.place ?? -1, marks)
    )
  }

  /// Since when nobody is signed in, if that is so.
  private var signedOut: String? {
    let account = AppFact.account(nil)
    return histories[0].entries.first { $0.fact.equals(account) }
      .map { entry in
        entry.since.map { "nobody is signed in since \($0.clockText)" }
          ?? "nobody has signed in since the start"
      }
  }

  private func chain(to entry: FactHistory.Entry, _ marks: [ReportMark]) -> [Explanation.Step] {
    let origins = entry.firstOrigins + entry.fact.origins.compactMap(builder.mark)
    var chains = ([entry.mark] + origins).map { chain(to: $0, marks) }
    if let place = entry.silentPlace, let since = entry.since, entry.mark != nil {
      chains.append([
        Explanation.Step(
          time: since,
          line: nil,
          words: entry.fact.arrival,
          place: 2 * place - 1
        )
      ])
    }
    return [Explanation.Step](merging: chains)
  }

  /// A mark and what it came of, the root first.
  private func chain(to mark: Int?, _ marks: [ReportMark]) -> [Explanation.Step] {
    sequence(first: mark) { $0.flatMap { marks[$0].cause } }
      .prefix { $0 != nil }
      .compactMap { $0 }
      .reversed()
      .map { place in
        let mark = marks[place]
        return Explanation.Step(
          time: mark.at,
          line: line(of: mark.source),
          words: mark.words,
          place: 2 * place
        )
      }
  }

  private func line(of source: ReportMark.Source) -> Int? {
    guard case .record(let number) = source, number <= lines.count else { return nil }
    return lines[number - 1]
  }

  /// The latest thing after a place that might have mattered to somebody and did not.
  private func unheeded(
    by subject: ExplainedSubject,
    after place: Int,
    _ marks: [ReportMark]
  ) -> Explanation.Unheeded? {
    let first = place < 0 ? 0 : place / 2 + 1
    guard
      let index = marks.indices[first...].last(where: { marks[$0].concerned.contains(subject.name) }
      ),
      let why = marks[index].why
    else { return nil }
    return Explanation.Unheeded(chain: chain(to: index, marks), why: why)
  }
}
