import Foundation
import PushHub

/// What is true of an app and its observers at an instant of a play, and what led there.
struct Explanation: Equatable {
  /// What was played, as its reader knows it.
  let name: String

  /// The instant, counted from the start.
  let time: Duration

  /// What the wall clock showed at the start.
  let start: Date

  /// The instant that was asked for, if the play ended before it.
  let asked: Duration?

  /// The app first, then its observers.
  let sections: [Section]
}

extension Explanation {
  /// All about the app, or about one observer.
  struct Section: Equatable {
    let subject: ExplainedSubject
    let claims: [Claim]

    /// What led to all of the claims, the root first.
    let chain: [Step]

    /// Why nothing led there, if nothing did.
    let silence: String

    /// What happened after the chain that might have mattered to the observer, and why it did not.
    let unheeded: Unheeded?
  }

  /// Something that is true.
  struct Claim: Equatable {
    let fact: any FeatureFact

    /// Since when; `nil` for what was so from the start.
    let since: Duration?

    /// What led there, the root first; empty for what was so from the start.
    let chain: [Step]

    static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.fact.equals(rhs.fact) && lhs.since == rhs.since && lhs.chain == rhs.chain
    }
  }

  /// Something that happened on the way.
  struct Step: Equatable {
    let time: Duration

    /// For a record, its line in the file, from 1.
    let line: Int?

    let words: String

    /// Its place among all that happened.
    let place: Int
  }

  /// Something that had no effect.
  struct Unheeded: Equatable {
    /// What happened, the root first.
    let chain: [Step]

    let why: String
  }
}

extension [Explanation.Step] {
  /// Several chains as one, in the order in which all of it happened.
  init(merging chains: [[Explanation.Step]]) {
    var steps: [Int: Explanation.Step] = [:]
    for step in chains.joined() {
      steps[step.place] = step
    }
    self = steps.values.sorted { $0.place < $1.place }
  }
}

/// Whom an explanation is about.
struct ExplainedSubject: Hashable {
  let name: String

  /// The number of the terminal's colour.
  let colour: Int

  /// Whether it is the app, and not a feature.
  let isApp: Bool

  static let app = ExplainedSubject(name: "app", colour: 1, isApp: true)
}
