import Foundation
import PushHub
import Testing

@testable import pushhub_demo

/// The live app's socket, with real processes' ends of it.
@MainActor
final class LiveSocketTests {
  private let scheduler = ManualScheduler()
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "live-\(UInt32.random(in: 0 ... .max))"
    )
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  private var path: String { folder.appending(path: "s").path }

  @Test func `a file arrives whole, and its sender gets the answer`() async throws {
    let received = Received()
    try await withSocket { bytes in
      received.files.append(bytes)
      return .delivered(.app)
    } body: {
      for text in ["{}", String(repeating: "x", count: SocketPath.mostBytes)] {
        let file = Data(text.utf8)
        let answer = try await send(file)
        #expect(answer == "delivered")
        #expect(received.files.last == file)
      }
      #expect(received.files.count == 2)
    }
  }

  @Test func `a file that is refused, too long or empty is answered with the reason`() async throws
  {
    let received = Received()
    try await withSocket { bytes in
      received.files.append(bytes)
      return .refused("no payload")
    } body: {
      let reason = try await send(Data("x".utf8))
      #expect(reason == "refused: no payload")
      #expect(received.files.count == 1)
      for count in [SocketPath.mostBytes + 1, 4 << 20] {
        let answer = try await send(Data(count: count))
        #expect(answer == "refused: the file is longer than 65536 bytes")
      }
      let remark = try await send(Data())
      #expect(remark == "refused: the file is empty")
      #expect(received.files.count == 1)
    }
  }

  @Test func `files come in at the same time`() async throws {
    let received = Received()
    try await withSocket { bytes in
      received.files.append(bytes)
      return .delivered(.app)
    } body: {
      let senders = (0..<6).map { number in Task { try await send(Data("\(number)".utf8)) } }
      for sender in senders {
        let answer = try await sender.value
        #expect(answer == "delivered")
      }
      #expect(Set(received.files) == Set((0..<6).map { Data("\($0)".utf8) }))
    }
  }

  @Test func `who sends nothing more, and does not say so, is told after five seconds`()
    async throws
  {
    try await withSocket { _ in
      Issue.record("it was not whole")
      return .delivered(.app)
    } body: {
      let descriptor = try UnixSocket.connect(to: path)
      defer { UnixSocket.close(descriptor) }
      UnixSocket.send("{".utf8, to: descriptor)
      #expect(await eventually { scheduler.pendingCount != 0 })
      scheduler.advance(by: .seconds(5))
      let answer = readBytes(from: descriptor, atMost: 100) ?? []
      #expect(
        String(decoding: answer, as: UTF8.self)
          == "refused: the file did not come within five seconds\n"
      )
      #expect(scheduler.pendingCount == 0)
    }
  }

  @Test func `the socket is for this user alone, and gone at the end`() async throws {
    try await withSocket { _ in
      .delivered(.app)
    } body: {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(throws: UnixSocket.Failure.self) { try UnixSocket.connect(to: path) }
  }

  @Test func `a second one on the same socket is refused, and the first goes on`() async throws {
    try await withSocket { _ in
      .delivered(.app)
    } body: {
      let failure = #expect(throws: UnixSocket.Failure.self) {
        try LiveSocket(path: path, scheduler: scheduler)
      }
      #expect(failure?.description.hasPrefix("another pushhub-demo live listens there") == true)
      let answer = try await send(Data("{}".utf8))
      #expect(answer == "delivered")
    }
  }

  @Test func `one whose socket was replaced leaves the new one alone`() async throws {
    let first = try LiveSocket(path: path, scheduler: scheduler)
    try FileManager.default.removeItem(atPath: path)
    try await withSocket { _ in
      .delivered(.app)
    } body: {
      first.close()
      let answer = try await send(Data("{}".utf8))
      #expect(answer == "delivered")
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `the socket of one that is gone is replaced`() async throws {
    UnixSocket.close(try UnixSocket.listen(at: path))
    #expect(FileManager.default.fileExists(atPath: path))
    let failure = #expect(throws: UnixSocket.Failure.self) { try UnixSocket.connect(to: path) }
    #expect(failure?.description == "nobody listens there; start pushhub-demo live")
    try await withSocket { _ in
      .delivered(.app)
    } body: {
      let answer = try await send(Data("{}".utf8))
      #expect(answer == "delivered")
    }
  }

  @Test func `a file that is no socket is neither replaced nor sent to`() throws {
    let precious = Data("precious".utf8)
    try precious.write(to: URL(filePath: path))
    #expect(throws: UnixSocket.Failure.self) { try LiveSocket(path: path, scheduler: scheduler) }
    #expect(throws: UnixSocket.Failure.self) { try UnixSocket.connect(to: path) }
    #expect(try Data(contentsOf: URL(filePath: path)) == precious)
  }

  @Test func `a path that has no place in an address is refused`() {
    let long = "/tmp/" + String(repeating: "x", count: 200)
    let failure = #expect(throws: UnixSocket.Failure.self) { try UnixSocket.listen(at: long) }
    #expect(failure?.description.hasPrefix("the path is longer than") == true)
    #expect(throws: UnixSocket.Failure.self) { try UnixSocket.listen(at: "/none/s") }
  }
}

extension LiveSocketTests {
  @MainActor
  private final class Received {
    var files: [Data] = []
  }

  private func withSocket(
    receive: @escaping (Data) -> SocketAnswer,
    body: () async throws -> Void
  ) async throws {
    let socket = try LiveSocket(path: path, scheduler: scheduler)
    defer { socket.close() }
    socket.open(receive)
    try await body()
  }

  /// Sends from another thread, since the socket is served on the main one.
  private func send(_ bytes: Data) async throws -> String {
    let path = path
    return try await Task.detached { try UnixSocket.answer(to: bytes, from: path) }.value
  }
}
