import PushHub
import PushHubRecorder

/// A play that is followed, so that it can be explained.
@MainActor
final class ExplainedReplay {
  let replay: Replay

  /// All that has happened so far, with what was true at each instant.
  private(set) var report: Report

  /// Since when nobody is signed in, when it was looked at last.
  private var signedOut: String?

  /// - Parameters:
  ///   - transcript: What is played.
  ///   - name: What the reader knows it by.
  ///   - lines: The line of each of its records.
  ///   - scripts: The features.
  ///   - recorder: Who writes down what happens.
  ///   - output: Told of each step, once it is followed.
  init(
    _ transcript: Transcript,
    named name: String = "",
    lines: [Int],
    scripts: [any FeatureScript],
    recorder: TranscriptRecorder? = nil,
    output: @escaping (PlayedStep) -> Void = { _ in }
  ) throws {
    replay = try Replay(of: transcript, with: scripts, recorder: recorder)
    let app = replay.app
    report = Report(
      named: name,
      start: transcript.start,
      lines: lines,
      features: app.scripts.map { ($0.name, $0.title) },
      facts: app.facts
    )
    addSilences()
    replay.willApply = { [weak self] in self?.report.begin($0, in: app) }
    replay.output = { [weak self] in
      self?.follow($0)
      output($0)
    }
  }

  /// Plays up to an instant, which is still played; without one, to the end.
  func run(until time: Duration? = nil) async {
    await replay.run(until: time)
    report.end = replay.time
  }

  /// What is true now, and what led there.
  func explanation(asked: Duration? = nil, about feature: String? = nil) -> Explanation {
    Explanation(of: report, asked: asked, about: feature)
  }

  private func follow(_ step: PlayedStep) {
    report.add(step, facts: replay.app.facts)
    let signedOut = report.truths[0].current.first { $0.fact.equals(AppFact.account(nil)) }
      .map { account in
        account.since.map { "nobody is signed in since \($0.clockText)" }
          ?? "nobody has signed in since the start"
      }
    if signedOut != self.signedOut {
      self.signedOut = signedOut
      addSilences()
    }
  }

  private func addSilences() {
    let words = replay.app.scripts.map { $0.reasonForNoHistory(signedOut: signedOut) }
    report.addSilences(words, at: replay.time)
  }
}
