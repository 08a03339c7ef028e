import PushHub
import PushHubReplay

/// A script without an outside world.
@MainActor
final class PluginScript: FeatureScript {
  let name: String
  let vocabulary: [any FeatureRecord.Type]

  private let makePlugin: (Replay) -> any PushPlugin

  init(
    _ name: String,
    vocabulary: [any FeatureRecord.Type] = [],
    plugin makePlugin: @escaping (Replay) -> any PushPlugin
  ) {
    self.name = name
    self.vocabulary = vocabulary
    self.makePlugin = makePlugin
  }

  func plugin(in replay: Replay) -> any PushPlugin { makePlugin(replay) }
}
