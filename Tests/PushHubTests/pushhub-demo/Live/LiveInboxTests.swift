import Foundation
import PushHub
import Testing

@testable import PushHubReplay
@testable import pushhub_demo

@MainActor
final class LiveInboxTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "live-\(UUID())")

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  @Test func `a file arrives complete, and its sender gets the result`() async throws {
    for text in ["{}", "", String(repeating: "x", count: 1 << 20)] {
      #expect(
        try await send(Data(text.utf8)) { $0 == Data(text.utf8) ? .delivered : .shown }
          == "delivered"
      )
    }
    let shown = try await send(Data()) { _ in .shown }
    #expect(shown.hasPrefix("delivered to the notification center"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func `a refused file fails with the reason, in one line`() async throws {
    await #expect {
      try await self.send(Data("x".utf8)) { _ in .refused("odd\u{1B}[2J\nline") }
    } throws: { error in
      let failure = error as? FileFailure
      return failure?.status == .badInput
        && failure?.reason == #"refused: odd\u{1b}[2J\u{a}line"#
    }
  }

  @Test func `without a running app sending fails with a remedy, and leaves no file`()
    async throws
  {
    for _ in 0..<2 {
      await #expect {
        try await LiveInbox.send(Data(), to: self.folder)
      } throws: { error in
        let failure = error as? FileFailure
        return failure?.status == .unavailable
          && failure?.reason
            == "\(self.folder.path): no live app is running; start pushhub-demo live"
      }
      _ = try LiveInbox(folder: folder)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func `one app at a time has a folder`() throws {
    var first: LiveInbox? = try LiveInbox(folder: folder)
    #expect {
      try LiveInbox(folder: self.folder)
    } throws: { error in
      (error as? FileFailure)?.status == .unavailable
        && (error as? FileFailure)?.reason.hasPrefix("another pushhub-demo live is running") == true
    }
    withExtendedLifetime(first) {}
    first = nil
    #expect(throws: Never.self) { try LiveInbox(folder: self.folder) }
  }

  @Test func `a folder is private to the user, and an error has the reason`() throws {
    let inbox = try LiveInbox(folder: folder)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
    withExtendedLifetime(inbox) {}
    let file = folder.appending(path: "file")
    try Data().write(to: file)
    #expect {
      try LiveInbox(folder: file)
    } throws: { error in
      (error as? FileFailure)?.reason == "Not a directory"
    }
  }

  @Test @MainActor func `other files stay in the folder`() throws {
    let inbox = try LiveInbox(folder: folder)
    try Data().write(to: folder.appending(path: "a.txt"))
    try FileManager.default.createDirectory(
      at: folder.appending(path: "b.apns"),
      withIntermediateDirectories: true
    )
    inbox.receive { _ in
      Issue.record("it was taken")
      return .delivered
    }
    #expect(
      Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)) == ["a.txt", "b.apns"]
    )
  }

  /// Sends a file to a running app.
  private func send(
    _ bytes: Data,
    answer: (Data) -> LiveInbox.Answer
  ) async throws -> String {
    let inbox = try LiveInbox(folder: folder)
    let scheduler = LiveScheduler()
    let sender = Task { try await LiveInbox.send(bytes, to: folder) }
    var isAnswered = false
    while !isAnswered {
      inbox.receive {
        isAnswered = true
        return answer($0)
      }
      // The sender waits on the main actor, too.
      try await scheduler.sleep(for: .zero)
    }
    let line = try await sender.value
    withExtendedLifetime(inbox) {}
    return line
  }
}
