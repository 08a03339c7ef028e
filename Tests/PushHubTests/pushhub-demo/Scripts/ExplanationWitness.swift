import PushHub
import PushHubObservers
import PushHubRecorder
import Testing

@testable import PushHubReplay
@testable import PushHubScripts

/// Follows a play beside its explanation: asks the observers themselves, and reads the records.
@MainActor
final class ExplanationWitness {
  /// What was explained at the end of each instant.
  private(set) var truths: [Duration: Explanation] = [:]

  private let transcript: Transcript
  private let lines: [Int]

  init(_ transcript: Transcript, lines: [Int]) throws {
    self.transcript = transcript
    self.lines = lines
  }

  /// Plays to the end, and checks the explanation after each step.
  func followWholePlay(hint: String) async throws {
    let scripts = ReadyMadeScripts()
    // The scripts know who is told of their steps, who must not keep them in turn.
    let stage = Holder<(play: ExplainedReplay, scripts: ReadyMadeScripts)?>(nil)
    var state = LifecycleState()
    var failure: (any Error)?
    let play = try ExplainedReplay(transcript, lines: lines, scripts: scripts.all) { step in
      guard let (play, scripts) = stage.value, failure == nil else { return }
      do {
        if let record = step.record {
          self.apply(record.input, to: &state)
        }
        let explanation = play.explanation()
        self.truths[step.time] = explanation
        try self.check(explanation, app: state, scripts, hint: hint)
      } catch {
        failure = error
      }
    }
    stage.value = (play, scripts)
    await play.run()
    stage.value = nil
    if let failure { throw failure }
  }

  private func apply(_ input: TranscriptInput, to state: inout LifecycleState) {
    switch input {
    case .app(let phase): state.phase = phase
    case .page(let page, let isVisible):
      let wasVisible = state.visiblePages.contains(page)
      if isVisible, !wasVisible { state.visiblePages.append(page) }
      if !isVisible { state.visiblePages.removeAll { $0 == page } }
    case .overlay(let isAdded): state.overlayCount = max(0, state.overlayCount + (isAdded ? 1 : -1))
    case .account(let account): state.account = account
    default: break
    }
  }
}

// MARK: - The checks

extension ExplanationWitness {
  private func check(
    _ explanation: Explanation,
    app state: LifecycleState,
    _ scripts: ReadyMadeScripts,
    hint: String
  ) throws {
    let now = explanation.report.end
    let comment = Comment(rawValue: "\(hint) at \(now)")
    let claims = explanation.sections.flatMap(\.claims)
    let facts = claims.map(\.fact)
    try #require(
      facts.compactMap { $0 as? AppFact }
        == [.phase(state.phase)] + state.visiblePages.map { .page($0) }
        + [.cover(depth: state.overlayCount), .account(state.account)],
      comment
    )
    for claim in claims {
      try check(claim, at: now, comment)
    }
  }

  private func check(_ claim: Explanation.Claim, at now: Duration, _ comment: Comment) throws {
    try #require(claim.since.map { $0 <= now } ?? true, comment)
    if claim.since == nil {
      try #require(claim.chain.isEmpty, comment)
      return
    }
    guard claim.fact.hasCauses else { return }
    let root = try #require(claim.chain.first, "\(claim.fact.name) has no cause, \(comment)")
    try #require(root.line != nil, "\(claim.fact.name) does not begin with a record, \(comment)")
    let times = claim.chain.map(\.time)
    try #require(times == times.sorted(), comment)
    for step in claim.chain {
      try #require(step.time <= now, comment)
      guard let line = step.line else { continue }
      let record = try #require(lines.firstIndex(of: line), comment)
      try #require(transcript.records[record].time == step.time, comment)
    }
  }
}
