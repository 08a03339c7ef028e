import Foundation
import PushHub

/// The facts about an app and its features at the end of a replay, with their causes.
struct Explanation {
  /// The report up to the instant that is explained.
  let report: Report

  /// The requested instant, if the replay ended before it.
  let asked: Duration?

  /// The app first, then its features.
  let sections: [Section]

  /// Explains the app and all features, or the app and one feature.
  init(of report: Report, asked: Duration? = nil, about feature: String? = nil) {
    self.report = report
    self.asked = asked.flatMap { $0 > report.end ? $0 : nil }
    let problems = report.outages.lasting
    sections = zip(0..., report.facts)
      .filter { rank, facts in rank == 0 || facts.subject == feature ?? facts.subject }
      .map { rank, facts in
        let own = problems.filter { report.marks[$0].source?.name == facts.subject }
        return Section(about: facts, rank: rank, problems: own, in: report)
      }
  }
}

extension Explanation {
  /// The explanation of the app or of one feature.
  struct Section {
    let name: String

    /// Its place among the features, from 1; that of the app is zero.
    let rank: Int

    let claims: [Claim]

    /// The causes of all claims, the first cause first.
    let chain: [Step]

    /// Other problems that are not over, each with its causes, the first cause first.
    let failures: [[Step]]

    /// The latest mark after the chain on which the feature might have acted, with its causes, and why it
    /// didn't.
    let withoutEffect: (chain: [Step], why: String)?

    var isApp: Bool { rank == 0 }

    /// Whether nothing has changed it, and nothing was for it.
    var isUntouched: Bool {
      claims.allSatisfy { $0.since == nil } && failures.isEmpty && withoutEffect == nil
    }
  }

  /// A fact.
  struct Claim {
    let fact: Fact

    /// The time since which it is true; `nil` for the start.
    let since: Duration?

    /// The causes, the first cause first; none for a fact from the start.
    let chain: [Step]
  }

  /// A cause.
  struct Step {
    let time: Duration

    /// The line of a record in the file, from 1.
    let line: Int?

    let message: String

    /// Its place in time among all steps.
    let place: Int
  }
}

extension Explanation.Section {
  fileprivate init(about facts: FactHistory, rank: Int, problems: [Int], in report: Report) {
    name = facts.subject
    self.rank = rank
    claims = facts.current.map { span in
      Explanation.Claim(fact: span.fact, since: span.since, chain: report.chain(to: span))
    }
    let chain = claims.flatMap(\.chain).merged
    self.chain = chain
    failures = problems.map { report.chain(to: [$0]) }
      .filter { failure in !chain.contains { $0.place == failure.last?.place } }
    let first = chain.last.map { $0.place / 2 + 1 } ?? 0
    let latest = report.marks.indices[first...].reversed().lazy.compactMap { place in
      report.marks[place].affected.last { $0.feature == facts.subject }
        .map { (place: place, why: $0.reason ?? report.marks[place].why) }
    }
    .first
    withoutEffect = latest.flatMap { place, why in why.map { (report.chain(to: [place]), $0) } }
  }
}

extension Report {
  fileprivate func chain(to span: FactHistory.Span) -> [Explanation.Step] {
    var steps = chain(to: span.mark.map { [$0] } ?? [])
    if let (place, reason) = span.silent, let since = span.since {
      let message = printable(reason)
      steps.append(Explanation.Step(time: since, line: nil, message: message, place: 2 * place - 1))
    }
    return steps.merged
  }

  /// Marks and their causes, the first cause first.
  fileprivate func chain(to roots: [Int]) -> [Explanation.Step] {
    roots.flatMap { root in
      sequence(first: root) { marks[$0].cause }.map { place in
        let mark = marks[place]
        return Explanation.Step(
          time: mark.at,
          line: mark.line,
          message: mark.message,
          place: 2 * place
        )
      }
    }
    .merged
  }
}

extension [Explanation.Step] {
  /// Each step once, in order.
  var merged: Self {
    Dictionary(map { ($0.place, $0) }) { step, _ in step }.values
      .sorted { $0.place < $1.place }
  }
}
