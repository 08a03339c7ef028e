import Foundation
import PushHub
import PushHubDebug
import PushHubTesting
import Testing

@testable import TestSupport

struct DebugRecordingTests: AppFixture {
  let app = SimulatedApp()
  private let folder = TemporaryFolder()
  private var url: URL { folder.url.appending(path: "debug.jsonl") }

  @Test func `a recording has what came between start and stop`() throws {
    let recording = DebugRecording(at: url)
    let token = DeviceToken([1])
    recording.start(in: host)
    recording.start(in: host)
    #expect(recording.isRunning)
    manager.didRegister(deviceToken: token)
    recording.stop(in: host)
    recording.stop(in: host)
    #expect(!recording.isRunning)
    #expect(host.names.isEmpty)
    let text = try String(contentsOf: url, encoding: .utf8)
    #expect(text.contains("\"token\""))
  }

  @Test func `a recording ends with the plugins of its host`() {
    let recording = DebugRecording(at: url)
    recording.start(in: host)
    host.removeAll()
    #expect(!recording.isRunning)
    recording.start(in: host)
    #expect(recording.isRunning && host.names.count == 1)
  }

  @Test func `an unwritable recording says why and can be restarted`() throws {
    try Data().write(to: folder.url)
    let recording = DebugRecording(at: url)
    recording.start(in: host)
    #expect(!recording.isRunning)
    #expect(recording.failure?.isEmpty == false)
    try FileManager.default.removeItem(at: folder.url)
    recording.start(in: host)
    #expect(recording.isRunning)
    #expect(recording.failure == nil)
  }
}
