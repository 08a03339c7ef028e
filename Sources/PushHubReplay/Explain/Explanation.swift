import Foundation
import PushHub

/// What is true of an app and its features at the end of a play, and what led there.
struct Explanation {
  /// What was played, up to the instant that is explained.
  let report: Report

  /// The instant that was asked for, if the play ended before it.
  let asked: Duration?

  /// The app first, then its features.
  let sections: [Section]

  /// Explains all that was played, or what is true of the app and of one feature alone.
  init(of report: Report, asked: Duration? = nil, about feature: String? = nil) {
    self.report = report
    self.asked = asked.flatMap { $0 > report.end ? $0 : nil }
    let problems = report.outages.lasting
    sections = zip(0..., report.truths)
      .filter { rank, truths in rank == 0 || truths.subject == feature ?? truths.subject }
      .map { rank, truths in
        let own = problems.filter { report.marks[$0].speaker?.name == truths.subject }
        return Section(about: truths, rank: rank, problems: own, in: report)
      }
  }
}

extension Explanation {
  /// All about the app, or about one feature.
  struct Section {
    let name: String

    /// Its place among the features, from 1; that of the app is zero.
    let rank: Int

    let claims: [Claim]

    /// What led to all of the claims, the root first.
    let chain: [Step]

    /// What went wrong besides and is not over, each with what led there, the root first.
    let failures: [[Step]]

    /// What happened after the chain that might have mattered to the feature, the root first, and why
    /// it did not.
    let unheeded: (chain: [Step], why: String)?

    var isApp: Bool { rank == 0 }
  }

  /// Something that is true.
  struct Claim {
    let fact: FeatureFact

    /// Since when; `nil` for what was so from the start.
    let since: Duration?

    /// What led there, the root first; empty for what was so from the start.
    let chain: [Step]
  }

  /// Something that happened on the way.
  struct Step {
    let time: Duration

    /// For a record, its line in the file, from 1.
    let line: Int?

    let message: String

    /// Its place among all that happened.
    let place: Int
  }
}

extension Explanation.Section {
  fileprivate init(about truths: FactHistory, rank: Int, problems: [Int], in report: Report) {
    name = truths.subject
    self.rank = rank
    claims = truths.current.map { span in
      Explanation.Claim(fact: span.fact, since: span.since, chain: report.chain(to: span))
    }
    let chain = claims.flatMap(\.chain).merged
    self.chain = chain
    failures = problems.map { report.chain(to: [$0]) }
      .filter { failure in !chain.contains { $0.place == failure.last?.place } }
    let first = chain.last.map { $0.place / 2 + 1 } ?? 0
    let concern = report.marks.indices[first...].reversed().lazy.compactMap { place in
      report.marks[place].concerned.last { $0.feature == truths.subject }
        .map { (place: place, why: $0.reason ?? report.marks[place].why) }
    }
    .first
    unheeded = concern.flatMap { place, why in why.map { (report.chain(to: [place]), $0) } }
  }
}

extension Report {
  fileprivate func chain(to span: FactHistory.Span) -> [Explanation.Step] {
    guard span.fact.hasCauses else { return [] }
    var steps = chain(to: span.roots)
    if let place = span.silentPlace, let since = span.since {
      let message = printable(span.silentWords)
      steps.append(Explanation.Step(time: since, line: nil, message: message, place: 2 * place - 1))
    }
    return steps.merged
  }

  /// Marks and what they came of, the root first.
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
  /// Each once, in the order in which all of it happened.
  var merged: Self {
    Dictionary(map { ($0.place, $0) }) { step, _ in step }.values
      .sorted { $0.place < $1.place }
  }
}
