import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
#if canImport(Glibc)
import Glibc
#endif

/// The example's server, in a process of its own, on a free port.
final class PythonServer: Sendable {
  /// Where it answers.
  let address: String

  private let process: Process

  /// Starts it, and waits until it can be asked.
  init(outage seconds: Int = 0, faults seed: Int? = nil) throws {
    let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "server.py")
    process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", script.path, "--port", "0", "--outage", "\(seconds)"]
    process.arguments? += seed.map { ["--faults", "\($0)"] } ?? []
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    var line = Data()
    while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8) {
      line += byte
    }
    address = String(decoding: line, as: UTF8.self)
  }

  deinit {
    // Not by a signal that it may have inherited as blocked.
    kill(process.processIdentifier, SIGKILL)
  }

  /// What it knows, as it tells everybody who asks.
  struct Everything: Decodable, Equatable {
    struct Device: Decodable, Equatable {
      let account: String
      let token: String
      let topics: [String]
      let permission: String?
    }

    struct Receipt: Decodable, Equatable {
      let account: String
      let kind: String
      let push: String
    }

    struct Activities: Decodable, Equatable {
      struct Start: Decodable, Equatable {
        let account: String
        let token: String
      }

      struct Update: Decodable, Equatable {
        let account: String
        let id: String
        let token: String?
      }

      struct Over: Decodable, Equatable {
        let id: String
        let why: String
      }

      let start: [Start]
      let update: [Update]
      let over: [Over]
    }

    let activities: Activities
    let devices: [Device]
    let receipts: [Receipt]
    let lost: Int
  }

  func everything() async throws -> Everything {
    let url = try #require(URL(string: address))
    let (data, _) = try await URLSession.shared.data(from: url)
    return try JSONDecoder().decode(Everything.self, from: data)
  }
}
