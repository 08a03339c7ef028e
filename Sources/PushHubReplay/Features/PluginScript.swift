public import PushHub

/// A feature that needs no outside world to be played, such as one that only hears of pushes.
///
/// ```swift
/// let replay = try Replay(of: transcript, with: [PluginScript("orders") { _ in Orders() }])
/// ```
///
/// What it does is listed and drawn if it is a `LoggingPlugin`.
@MainActor
public final class PluginScript: FeatureScript {
  /// What the feature is called.
  public let name: String

  /// What the feature brings to transcripts.
  public let vocabulary: [any FeatureRecord.Type]

  private let makePlugin: (Stage) -> any PushPlugin

  /// Makes a script.
  ///
  /// - Parameters:
  ///   - name: What the feature is called.
  ///   - vocabulary: What it brings to transcripts, of which nothing comes here.
  ///   - makePlugin: Makes the feature; called once, before anything happens.
  public init(
    _ name: String,
    vocabulary: [any FeatureRecord.Type] = [],
    plugin makePlugin: @escaping (Stage) -> any PushPlugin
  ) {
    self.name = name
    self.vocabulary = vocabulary
    self.makePlugin = makePlugin
  }

  /// Makes the feature.
  public func plugin(on stage: Stage) -> any PushPlugin { makePlugin(stage) }
}
