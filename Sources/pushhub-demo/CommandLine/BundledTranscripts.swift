import Foundation
import PushHubReplay

/// The transcripts that come with the demo.
enum BundledTranscripts {
  /// A whole day, which is played when nothing else is asked for.
  static var day: InputFile { file(named: "day") }

  /// The transcript of that name.
  static func file(named name: String) -> InputFile {
    let url = Bundle.module.resourceURL?.appending(path: "Transcripts/\(name).jsonl")
    return InputFile(url?.path ?? name)
  }
}
