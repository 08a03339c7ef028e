import PushHub
import PushHubRecorder

/// A play that is followed, so that it can be explained.
@MainActor
final class ExplainedReplay {
  let replay: Replay
  private var builder: ReportBuilder

  /// Of the app, and of each feature in turn.
  private var truths: [FactHistory]

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
    let scripts = replay.app.scripts
    builder = ReportBuilder(named: name, start: transcript.start, lines: lines, scripts: scripts)
    truths = zip(["app"] + scripts.map(\.name), replay.app.facts).map(FactHistory.init)
    noteSilences()
    replay.follow(isExplained: true) { [weak self] in
      self?.follow($0)
      output($0)
    }
  }

  /// Plays up to an instant, which is still played; without one, to the end.
  func run(until time: Duration? = nil) async {
    await replay.run(until: time)
  }

  /// All that has happened so far, with what was true at each instant.
  var report: Report {
    var builder = self.builder
    return builder.finish(at: replay.time, truths: truths)
  }

  /// What is true now, and what led there.
  func explanation(asked: Duration? = nil, about feature: String? = nil) -> Explanation {
    Explanation(of: report, asked: asked, about: feature)
  }

  private func follow(_ step: PlayedStep) {
    let marks = builder.take(step)
    for (index, facts) in replay.app.facts.enumerated() {
      truths[index].take(facts, after: step, marked: marks, in: builder)
    }
    let account = AppFact.account(nil)
    let signedOut = truths[0].current.first { $0.fact.equals(account) }.map { span in
      span.since.map { "nobody is signed in since \($0.clockText)" }
        ?? "nobody has signed in since the start"
    }
    if signedOut != self.signedOut {
      self.signedOut = signedOut
      noteSilences()
    }
  }

  private func noteSilences() {
    for (index, script) in zip(1..., replay.app.scripts) {
      let words = script.reasonForNoHistory(signedOut: signedOut)
      truths[index].silences.append(FactHistory.Silence(from: replay.time, words: words))
    }
  }
}
