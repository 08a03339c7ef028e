import PushHub
import PushHubRecorder
import PushHubReplay

/// The answer of a feature's server to each request from now on, in a transcript that is written by hand.
///
///     {"t":0,"registrationServer":{"latency":0.2}}
///     {"t":60,"registrationServer":{"failure":{"error":"503","retryAfter":30}}}
struct StandingAnswer<Core: FeatureCore>: FeatureRecord {
  static var key: String { "\(Core.name)Server" }

  /// The failure of the requests; without one they are acknowledged.
  var failure: SourceFailure?

  /// The time that the server takes; by default none.
  var latency: Duration?
}

/// The script of a feature whose server answers as recorded or always the same.
final class StandingScript<Feature: PushFeature>: KernelScript<Feature> {
  private typealias Record = KernelRecord<Feature.Core>

  /// The answer to a request that has not failed.
  private let acceptance: Feature.Core.Answer
  private var answer: StandingAnswer<Feature.Core>?

  init(
    title: String,
    acceptance: Feature.Core.Answer,
    _ create: @escaping (Replay) -> Feature,
    mark: @escaping (Feature.Core.Event) -> TimelineMark
  ) {
    self.acceptance = acceptance
    super.init(title: title, onlyIfRecorded: true, create, mark: mark)
  }

  override var vocabulary: [any FeatureRecord.Type] {
    super.vocabulary + [StandingAnswer<Feature.Core>.self]
  }

  override func plugin(in replay: Replay) -> any PushPlugin {
    let plugin = super.plugin(in: replay)
    feature?.log = { [weak self] _ in self?.answerRequests() }
    return plugin
  }

  override func apply(_ record: any FeatureRecord) {
    if let answer = record as? StandingAnswer<Feature.Core> {
      self.answer = answer
    } else {
      super.apply(record)
    }
  }

  /// Answers the requests under way, each after the latency.
  private func answerRequests() {
    guard let answer, let feature else { return }
    let content = answer.failure.map(Record.Content.failure) ?? .answer(acceptance)
    for (account, request) in feature.runtime.kernel.requests {
      replay?.scheduler.schedule(after: answer.latency ?? .zero) { [weak feature] in
        guard let runtime = feature?.runtime, runtime.kernel.requests[account] == request else {
          return
        }
        runtime.replay(Record(content, for: account))
      }
    }
  }
}
