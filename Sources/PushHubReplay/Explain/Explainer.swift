import Foundation
import PushHub

/// Follows a play step by step, so that it can say what led to what is true at the end, and what was
/// true on the way.
@MainActor
struct Explainer {
  private let name: String
  private let start: Date
  private let lines: [Int]
  private let scripts: [any FeatureScript]
  private let subjects: [ExplainedSubject]
  private var builder: ReportBuilder
  private var histories: [FactHistory]

  /// Why nothing has led to what is true of each feature, from which instant on.
  private var silences: [[ReportTruths.Silence]]

  /// - Parameters:
  ///   - name: What the reader knows the transcript by.
  ///   - start: What the wall clock showed at time zero.
  ///   - lines: The line of each record.
  ///   - scripts: The features.
  ///   - facts: What is true of the app, and of each feature in turn, before anything has happened.
  init(
    named name: String,
    start: Date,
    lines: [Int],
    scripts: [any FeatureScript],
    facts: [[any FeatureFact]]
  ) {
    self.name = name
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
    builder = ReportBuilder(named: name, start: start, lines: lines, scripts: scripts)
    histories = facts.map(FactHistory.init)
    silences = scripts.map { _ in [] }
    noteSilences(at: .zero)
  }

  /// Takes the next step, and what is true after it.
  mutating func take(_ step: PlayedStep, facts: [[any FeatureFact]]) {
    let marks = builder.take(step)
    for (index, facts) in facts.enumerated() {
      histories[index].take(facts, after: step, marked: marks, in: builder)
    }
    noteSilences(at: step.time)
  }

  private mutating func noteSilences(at time: Duration) {
    let signedOut = signedOut
    for (index, script) in scripts.enumerated() {
      let words = script.reasonForNoHistory(signedOut: signedOut)
      if silences[index].last?.words != words {
        silences[index].append(ReportTruths.Silence(from: time, words: words))
      }
    }
  }

  /// All that has happened so far, with what was true at each instant.
  var report: Report {
    var builder = self.builder
    var report = builder.finish()
    report.truths = zip(subjects, histories).enumerated().map { index, subject in
      ReportTruths(
        subject: subject.0.name,
        spans: subject.1.spans,
        silences: index == 0 ? [] : silences[index - 1]
      )
    }
    return report
  }
}

extension ReportBuilder {
  @MainActor
  init(
    named name: String,
    start: Date,
    lines: [Int] = [],
    scripts: [any FeatureScript]
  ) {
    self.init(
      named: name,
      start: start,
      lines: lines,
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
  ///   - feature: About which feature alone.
  func explanation(
    at time: Duration,
    asked: Duration,
    about feature: String? = nil
  ) -> Explanation {
    var builder = self.builder
    let marks = builder.finishedMarks()
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
    return histories[0].entry { $0.equals(account) }
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
