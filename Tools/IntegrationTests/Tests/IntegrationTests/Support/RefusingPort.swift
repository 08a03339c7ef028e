import FlyingSocks
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Holds a port on 127.0.0.1 on which connections are refused for as long as the body runs.
func withRefusingPort(_ body: (UInt16) async throws -> Void) async throws {
  let socket = try Socket(domain: Int32(sockaddr_in.family))
  try socket.bind(to: .inet(ip4: "127.0.0.1", port: 0))
  defer { try? socket.close() }
  guard case .ip4(_, let port) = try socket.sockname() else {
    Issue.record("the socket has no port")
    return
  }
  try await body(port)
}
