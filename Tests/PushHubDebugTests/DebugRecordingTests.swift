import Foundation
import PushHub
import PushHubDebug
import PushHubRecorder
import PushHubTesting
import Testing

@testable import TestSupport

@MainActor
struct DebugRecordingTests: AppFixture {
  let app = SimulatedApp()
  private let url = URL.temporaryDirectory.appending(path: "debug-\(UUID().uuidString).jsonl")

  @Test func `a recording has what came between start and stop`() throws {
    defer { try? FileManager.default.removeItem(at: url) }
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

  @Test func `a recording ends with the plugins of its host`() throws {
    defer { try? FileManager.default.removeItem(at: url) }
    let recording = DebugRecording(at: url)
    recording.start(in: host)
    host.removeAll()
    #expect(!recording.isRunning)
    recording.start(in: host)
    #expect(recording.isRunning && host.names.count == 1)
  }

  @Test func `a recording that can't be written says why and can be started again`() throws {
    let folder = URL.temporaryDirectory.appending(path: "debug-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data().write(to: folder)
    let recording = DebugRecording(at: folder.appending(path: "a.jsonl"))
    recording.start(in: host)
    #expect(!recording.isRunning)
    #expect(recording.failure?.isEmpty == false)
    try FileManager.default.removeItem(at: folder)
    recording.start(in: host)
    #expect(recording.isRunning)
    #expect(recording.failure == nil)
  }
}
