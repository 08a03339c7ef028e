import Foundation
import PushHub
import PushHubBackend
import PushHubObservers
import PushHubRecorder
import PushHubReplay
import PushHubScripts
import PushHubTesting
import Testing

/// The code of the articles on testing on a device and on recording a TestFlight build.
@MainActor
struct DeviceTestSnippets {
  private let app = SimulatedApp()

  @Test func `a UI test opens a push at the launch`() async throws {
    var links: [String?] = []
    let router = TapRouter { push, _ in
      links.append(push.payload["link"]?.stringValue)
      return true
    }
    try app.host.install(router, named: "taps")
    try app.manager.openPush(of: [:])
    try app.manager.openPush(of: ["UITEST_PUSH": #"{"aps":{"alert":"Hi"},"link":"chat/7"}"#])
    await app.clock.settle()
    #expect(links == ["chat/7"])
  }

  @Test func `the recording is in files that can be shared`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let recording = try Recording(in: folder, host: app.host)
    app.lifecycle.setAccount("ann")
    #expect(recording.filesToShare.map(\.lastPathComponent) == ["day.jsonl"])
    let file = try #require(recording.filesToShare.last)
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(!text.contains("ann"))
    let transcript = try Transcript(contentsOf: file, vocabulary: ReadyMadeScripts.records)
    #expect(transcript.records.last?.input == .end)
    host(app.host, restartsIn: folder)
  }

  @Test func `the registration has the environment of the build`() {
    #if DEBUG
    let environment = DeviceRecord.Environment.sandbox
    #else
    let environment = DeviceRecord.Environment.production
    #endif
    let configuration = DeviceRegistration.Configuration(environment: environment)
    #expect(configuration.environment == environment)
  }

  /// After a restart the former recording is beside the new one.
  private func host(_ host: PluginHost, restartsIn folder: URL) {
    host.removeAll()
    let recording = try? Recording(in: folder, host: host)
    #expect(
      recording?.filesToShare.map(\.lastPathComponent) == ["day.previous.jsonl", "day.jsonl"]
    )
  }
}

extension NotificationManager {
  /// Opens the push of a UI test as if the user had tapped it.
  func openPush(of environment: [String: String]) throws {
    guard let json = environment["UITEST_PUSH"] else { return }
    open(try PushPayload(json: Data(json.utf8)))
  }
}

@MainActor
final class Recording {
  private let file: TranscriptFile
  private let recorder: TranscriptRecorder

  init(in folder: URL, host: PluginHost) throws {
    file = try TranscriptFile(at: folder.appending(path: "day.jsonl"), maximumByteCount: 1 << 20)
    recorder = TranscriptRecorder(writingTo: file)
    try host.install(recorder, named: "recorder")
  }

  /// The recording until now, the older part first.
  var filesToShare: [URL] {
    recorder.recordEnd()
    return [file.previousURL, file.url]
      .filter { FileManager.default.fileExists(atPath: $0.path) }
  }
}
