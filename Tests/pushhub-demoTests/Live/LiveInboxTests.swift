import Foundation
import PushHub
import Testing

@testable import TestSupport
@testable import pushhub_demo

@MainActor
struct LiveInboxTests {
  private let temporary = TemporaryFolder()
  private var folder: URL { temporary.url }

  @Test func `a file arrives complete, and its sender waits until it is read`() async throws {
    let bytes = Data(#"{"aps":{"alert":"\#(String(repeating: "x", count: 1 << 20))"}}"#.utf8)
    let inbox = LiveInbox(folder: folder)
    inbox.receive { _ in Issue.record("there is no file") }
    let sender = Task { try await inbox.send(bytes) }
    var received: [Data] = []
    let scheduler = LiveScheduler()
    while received.isEmpty {
      inbox.receive { received.append($0) }
      // The sender waits on the main actor, too.
      try await scheduler.sleep(for: .zero)
    }
    try await sender.value
    #expect(received == [bytes])
    #expect(temporary.files.isEmpty)
  }

  @Test func `other files stay in the folder`() throws {
    let other = folder.appending(path: "b.apns")
    try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
    try Data().write(to: folder.appending(path: "a.txt"))
    LiveInbox(folder: folder).receive { _ in Issue.record("it was taken") }
    #expect(temporary.files == ["a.txt", "b.apns"])
  }
}
