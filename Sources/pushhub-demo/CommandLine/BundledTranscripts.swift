import Foundation

/// The transcripts that come with the demo.
enum BundledTranscripts {
  /// The path of a whole day, which is played by default.
  static var day: String { file(named: "day") }

  /// The path of the transcript with a name.
  static func file(named name: String) -> String {
    Bundle.module.path(forResource: name, ofType: "jsonl", inDirectory: "Transcripts") ?? name
  }
}
