public import PushHub
public import PushHubRecorder

/// A feature that takes part only in the play of a transcript that has records about it.
///
/// So one list of features serves for the recordings of many apps: what an app doesn't have is neither
/// played, nor explained, nor given a lane.
///
/// ```swift
/// await ReplayTool(named: "replay") { [OrdersScript(), IfRecorded(ParcelsScript())] }.main()
/// ```
///
/// Its kinds are understood in any transcript. A play takes the script itself in place of this.
@MainActor
public final class IfRecorded: FeatureScript {
  /// The feature.
  public let script: any FeatureScript

  fileprivate let isAbout: (TranscriptInput) -> Bool

  /// Makes a feature that takes part where it was recorded.
  ///
  /// - Parameters:
  ///   - script: The feature.
  ///   - isAbout: Whether a record shows that the app has the feature; by default one of its own kinds.
  public init(_ script: any FeatureScript, where isAbout: ((TranscriptInput) -> Bool)? = nil) {
    self.script = script
    self.isAbout = isAbout ?? script.owns
  }

  /// The script's.
  public var name: String { script.name }

  /// The script's.
  public var title: String { script.title }

  /// The script's.
  public var vocabulary: [any FeatureRecord.Type] { script.vocabulary }

  /// The script's.
  public func plugin(on stage: Stage) -> any PushPlugin { script.plugin(on: stage) }
}

extension [any FeatureScript] {
  /// Those that take part in the play of a transcript.
  ///
  /// - Complexity: O(records × features).
  @MainActor
  func cast(for transcript: Transcript) -> Self {
    compactMap { script in
      guard let optional = script as? IfRecorded else { return script }
      return transcript.records.contains { optional.isAbout($0.input) } ? optional.script : nil
    }
  }
}
