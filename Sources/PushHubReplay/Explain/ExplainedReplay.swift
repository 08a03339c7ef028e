import PushHub
import PushHubRecorder

/// A play that is followed, so that it can be explained.
@MainActor
final class ExplainedReplay {
  let replay: Replay
  private var explainer: Explainer

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
    let follower = Follower()
    replay = try Replay(of: transcript, with: scripts, recorder: recorder, isExplained: true) {
      follower.play?.follow($0)
      output($0)
    }
    explainer = Explainer(
      named: name,
      start: transcript.start,
      lines: lines,
      scripts: replay.app.scripts,
      facts: replay.app.facts
    )
    follower.play = self
  }

  /// Plays up to an instant, which is still played; without one, to the end.
  func run(until time: Duration? = nil) async {
    await replay.run(until: time)
  }

  /// What is true now, and what led there.
  func explanation(asked: Duration? = nil, about feature: String? = nil) -> Explanation {
    let time = replay.time
    return explainer.explanation(at: time, asked: asked ?? time, about: feature)
  }

  /// All that has happened so far, with what was true at each instant.
  var report: Report { explainer.report }

  private func follow(_ step: PlayedStep) {
    explainer.take(step, facts: replay.app.facts)
  }

  @MainActor
  private final class Follower {
    weak var play: ExplainedReplay?
  }
}
