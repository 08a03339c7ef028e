import FlyingSocks
import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Takes connections on 127.0.0.1, reads a request's head, writes some bytes and hangs up.
struct RawServer: Sendable {
  let port: UInt16

  /// Where the server is, as the template of an address.
  var template: String { "http://127.0.0.1:\(port)/accounts/{account}/unread" }

  /// Runs a server on a free port for as long as the body runs.
  static func run(
    writing text: String,
    _ body: (RawServer) async throws -> Void
  ) async throws {
    let socket = try Socket(domain: Int32(sockaddr_in.family))
    try socket.bind(to: .inet(ip4: "127.0.0.1", port: 0))
    try socket.listen()
    let listener = try await AsyncSocket(socket: socket, pool: .client)
    guard case .ip4(_, let port) = try socket.sockname() else {
      Issue.record("the server listens nowhere")
      return
    }
    let serving = Task {
      while let connection = try? await listener.accept() {
        try? await answer(on: connection, with: text)
      }
    }
    let result: Result<Void, any Error>
    do {
      try await body(RawServer(port: port))
      result = .success(())
    } catch {
      result = .failure(error)
    }
    serving.cancel()
    await serving.value
    try listener.close()
    try result.get()
  }

  private static func answer(on connection: AsyncSocket, with text: String) async throws {
    defer { try? connection.close() }
    var head: [UInt8] = []
    while !head.suffix(4).elementsEqual(Array("\r\n\r\n".utf8)) {
      head.append(contentsOf: try await connection.read(atMost: 4096))
    }
    try await connection.write(Data(text.utf8))
  }
}
