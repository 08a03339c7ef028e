import Foundation
import PushHub
import PushHubDebug
import SwiftUI
import Testing
import UserNotifications

@MainActor
@Suite(.serialized)
struct DebugViewTests {
  private let world = AppleWorld()
  private let log = DebugLog()
  private let recording = DebugRecording(
    at: URL.temporaryDirectory.appending(path: "debug-\(UUID().uuidString).jsonl")
  )

  private func screen() -> StubHost<PushHubDebugView> {
    StubHost(PushHubDebugView(hub: world.hub, log: log, recording: recording))
  }

  @Test func `the screen shows findings, the state and what arrived`() async throws {
    try world.hub.host.install(log, named: "debug")
    world.manager.didRegister(deviceToken: DeviceToken([1, 255]))
    let host = screen()
    #expect(await eventually { host.texts.contains("Waiting in the journal") })
    #expect(host.texts.contains("01ff"))
    #expect(host.texts.contains("Device token"))
  }

  @Test func `the screen shows what is broken first`() async throws {
    world.center.stubSettings = UNNotificationSettings(stub: .denied)
    let findings = await world.hub.checkup().findings
    let broken = try #require(findings.last { $0.verdict == .broken }).seen
    let suspect = try #require(findings.first { $0.verdict == .suspect }).seen
    let host = screen()
    #expect(await eventually { host.texts.contains(suspect) })
    let places = [broken, suspect].compactMap(host.texts.firstIndex)
    #expect(places.count == 2 && places == places.sorted())
  }

  @Test func `the article's screen shows the log that it installs`() async throws {
    let debugging = Debugging()
    try debugging.install(in: world.hub)
    let host = StubHost(debugging.screen(of: world.hub))
    host.stubAct("Send a test push to this app")
    #expect(await eventually { host.texts.contains { $0.contains("A test push to this app.") } })
  }

  @Test func `a test push is received and listed`() async throws {
    try world.hub.host.install(log, named: "debug")
    let host = screen()
    host.stubAct("Send a test push to this app")
    #expect(world.manager.statistics.received == 1)
    #expect(await eventually { host.texts.contains { $0.contains("A test push to this app.") } })
  }

  @Test func `a recording is started and stopped by one button`() async {
    defer { try? FileManager.default.removeItem(at: recording.url) }
    let host = screen()
    host.stubAct("Start a recording")
    #expect(recording.isRunning)
    #expect(await eventually { host.stubActions.contains("Stop the recording") })
    host.stubAct("Stop the recording")
    #expect(!recording.isRunning)
    #expect(FileManager.default.fileExists(atPath: recording.url.path))
  }
}

@MainActor
final class Debugging {
  let log = DebugLog()
  let recording = DebugRecording()

  func install(in hub: AppHub) throws {
    try hub.host.install(log, named: "debug")
  }

  func screen(of hub: AppHub) -> PushHubDebugView {
    PushHubDebugView(hub: hub, log: log, recording: recording)
  }
}
