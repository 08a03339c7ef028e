import Foundation
import PushHubReplay

/// The transcripts that come with the demo.
enum BundledTranscripts {
  /// A whole day, which is played by default.
  static var day: InputFile { file(named: "day") }

  /// The transcript with a name.
  static func file(named name: String) -> InputFile {
    let url = Bundle.module.resourceURL?.appending(path: "Transcripts/\(name).jsonl")
    return InputFile(url?.path ?? name)
  }
}
