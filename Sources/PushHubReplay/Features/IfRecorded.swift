public import PushHub

/// A feature that takes part only in the play of a transcript that has records of its kinds.
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

  /// Makes a feature that takes part where it was recorded.
  public init(_ script: any FeatureScript) {
    self.script = script
  }

  /// The script's.
  public var name: String { script.name }

  /// The script's.
  public var title: String { script.title }

  /// The script's.
  public var vocabulary: TranscriptVocabulary { script.vocabulary }

  /// The script's.
  public func plugin(on stage: Stage) -> any PushPlugin { script.plugin(on: stage) }
}

extension [any FeatureScript] {
  /// Those that take part in the play of a transcript.
  ///
  /// Complexity: O(records + features × their kinds).
  @MainActor
  func cast(for transcript: Transcript) -> Self {
    let kinds = Set(
      transcript.records.compactMap {
        $0.input.featureRecord.map { ObjectIdentifier(type(of: $0)) }
      }
    )
    return compactMap { script in
      guard let optional = script as? IfRecorded else { return script }
      let isRecorded = optional.vocabulary.kinds.contains { kinds.contains(ObjectIdentifier($0)) }
      return isRecorded ? optional.script : nil
    }
  }
}
