import FlyingFox
import FlyingSocks
import Foundation
import PushHub
import Testing

@testable import PushHubAlerts

/// Files from hostile servers.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct MediaDownloadTests {
  private nonisolated static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0x13, 0x88] + Array("IDAT".utf8)
    + Array(repeating: 1, count: 5_004) + [0, 0, 0, 0] + Array("IEND".utf8)
    + [0xAE, 0x42, 0x60, 0x82]

  private let directory = FileManager.default.temporaryDirectory
    .appending(path: "pushhub-pictures-\(UUID().uuidString)")

  private var download: MediaDownload {
    MediaDownload(directory: directory) {
      try await MediaExchange(256 << 10, writingTo: $1).answer(to: $0)
    }
  }

  private var files: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
  }

  private func failure(at address: String) async -> MediaError? {
    let error = await #expect(throws: MediaError.self) { try await download.file(at: address) }
    #expect(files == [])
    return error
  }

  private func address(_ port: UInt16) -> String { "http://127.0.0.1:\(port)/pictures/7.txt?key=1" }

  private func failure(
    answering answer: @escaping TestServer.Answer
  ) async throws -> MediaError? {
    var error: MediaError?
    try await TestServer.run(answering: answer) { server in
      error = await failure(at: address(server.port))
    }
    return error
  }

  @Test(arguments: ["image/png", "text/html", "image/jpeg"])
  func `a picture is what it is, whatever the server calls it`(type: String) async throws {
    try await TestServer.run { _ in
      HTTPResponse(
        statusCode: .ok,
        headers: [.contentType: type],
        body: Data(Self.png)
      )
    } _: { server in
      let file = try await download.file(at: address(server.port))
      #expect(file.pathExtension == "png")
      #expect(try Data(contentsOf: file) == Data(Self.png))
      #expect(files == [file.lastPathComponent])
      try FileManager.default.removeItem(at: directory)
    }
  }

  @Test(arguments: [(200, ""), (200, "<html>"), (204, ""), (404, ""), (503, "busy")])
  func `an answer that is no picture is an error`(status: Int, body: String) async throws {
    let error = try await failure { _ in .status(status, body: body) }
    #expect(error == (status == 200 ? .unknownType : .failureStatus(status)))
  }

  @Test func `a body without end is cut off at the limit`() async throws {
    let end = Gate()
    let chunks = ["GIF89a"] + Array(repeating: String(repeating: "x", count: 4_096), count: 128)
    let error = try await failure { _ in
      HTTPResponse(
        statusCode: .ok,
        body: HTTPBodySequence(from: AsyncBytes(chunks: chunks, end: end))
      )
    }
    end.open()
    #expect(error == .tooLarge)
  }

  /// A picture's beginning.
  private nonisolated static let half =
    "GIF89a\u{1}\0\u{1}\0\u{77}\0\0\0;\0;" + String(repeating: "x", count: 300)

  @Test(arguments: ["Content-Length: 5020\r\n", "Transfer-Encoding: chunked\r\n"])
  func `a connection that breaks in the middle gives no half picture`(header: String) async throws {
    let isChunked = header.contains("chunked")
    let text = "HTTP/1.1 200 OK\r\n\(header)\r\n" + (isChunked ? "1000\r\n" : "") + Self.half
    try await RawServer.run(writing: text) { server in
      let error = await failure(at: address(server.port))
      guard case .unreachable = error else {
        Issue.record("It is \(String(describing: error)).")
        return
      }
    }
  }

  @Test func `a download that is cut off leaves nothing`() async throws {
    let drip = StreamedBytes()
    try await TestServer.run { _ in
      HTTPResponse(statusCode: .ok, body: HTTPBodySequence(from: drip))
    } _: { server in
      let task = Task { try await download.file(at: address(server.port)) }
      await server.arrival()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(files == [])
      drip.end()
    }
  }

  @Test func `a server that does not listen is an error`() async throws {
    let error = await failure(at: "http://127.0.0.1:1/7.png")
    #expect(error == .unreachable(-1_004))
  }
}
