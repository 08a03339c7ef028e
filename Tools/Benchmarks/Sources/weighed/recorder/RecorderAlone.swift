import Foundation
import PushHub
import PushHubRecorder
import WeighedApp

@main
struct RecorderAlone {
  static func main() throws {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "weighed-\(UUID().uuidString).jsonl")
    defer { try? FileManager.default.removeItem(at: file) }
    let app = try WeighedApp { _ in [TranscriptRecorder(writingTo: try TranscriptFile(at: file))] }
    print(try app.hear())
  }
}
