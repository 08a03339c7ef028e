public import PushHub

/// A script of a plugin without an outside world.
///
/// ```swift
/// let replay = try Replay(of: transcript, with: [PluginScript("gates") { _ in Gates() }])
/// ```
@MainActor
public final class PluginScript: FeatureScript {
  /// The name of the plugin.
  public let name: String

  /// The kinds of record that the plugin reads from transcripts, and that have no effect.
  public let vocabulary: [any FeatureRecord.Type]

  private let create: (Replay) -> any PushPlugin

  /// Creates a script.
  ///
  /// - Parameters:
  ///   - name: The name of the plugin.
  ///   - vocabulary: The kinds of record that the transcript may have of it.
  ///   - create: Creates the plugin. Don't retain the replay.
  public init(
    _ name: String,
    vocabulary: [any FeatureRecord.Type] = [],
    plugin create: @escaping (Replay) -> any PushPlugin
  ) {
    self.name = name
    self.vocabulary = vocabulary
    self.create = create
  }

  /// Creates the plugin.
  public func plugin(in replay: Replay) -> any PushPlugin { create(replay) }
}
