import Foundation
import PushHub

/// Plays a transcript up to an instant, and says what is true then and what led there.
@MainActor
struct ExplainCommand {
  /// What is to be done.
  struct Options: Equatable {
    var file: InputFile
    var format = OutputFormat.text

    /// The instant, counted from the start.
    var time: Duration

    /// About which observer alone.
    var observer: ExplainedSubject?
  }

  let options: Options
  let console: Console

  func run() async -> ExitCode {
    await console.withTranscript(in: options.file) { transcript, bytes in
      let explanation = try await explanation(
        of: transcript,
        lines: Transcript.recordLines(in: bytes)
      )
      let rows =
        options.format == .json
        ? explanation.jsonLines : explanation.rows(coloured: console.isColoured)
      console.print(rows.joined(separator: "\n"))
      return .success
    }
  }

  private func explanation(of transcript: Transcript, lines: [Int]) async throws -> Explanation {
    let play = try ExplainedPlay(transcript, lines: lines)
    let time = await play.run(until: options.time)
    return play.explainer.explanation(
      at: time,
      asked: options.time,
      named: options.file.title,
      about: options.observer.map { [.app, $0] } ?? ExplainedSubject.allCases
    )
  }
}

/// A play that is followed, so that it can be explained.
@MainActor
final class ExplainedPlay {
  let app: PlayedApp
  private(set) var explainer: Explainer
  private let play: SimulatedPlay
  private let start: ContinuousClock.Instant

  /// - Parameters:
  ///   - transcript: What is played.
  ///   - lines: The line of each of its records.
  ///   - output: Told of each step, once it is followed.
  init(
    _ transcript: Transcript,
    lines: [Int],
    output: @escaping (PlayedStep) -> Void = { _ in }
  ) throws {
    let scheduler = ManualScheduler(date: transcript.header.start)
    let follower = Follower()
    let journal = Journal(scheduler: scheduler) { step in
      follower.play?.follow(step)
      output(step)
    }
    app = try PlayedApp(header: transcript.header, scheduler: scheduler, journal: journal)
    start = scheduler.now
    explainer = Explainer(transcript, lines: lines, facts: app.facts(since: scheduler.now))
    play = SimulatedPlay(transcript: transcript, scheduler: scheduler, app: app, journal: journal)
    follower.play = self
  }

  /// Plays up to an instant, which is still played.
  ///
  /// - Returns: How far it came.
  func run(until time: Duration? = nil) async -> Duration {
    await play.run(until: time)
    return play.scheduler.now - start
  }

  private func follow(_ step: PlayedStep) {
    explainer.take(step, facts: app.facts(since: start))
  }

  @MainActor
  private final class Follower {
    weak var play: ExplainedPlay?
  }
}
