import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
#if canImport(Glibc)
import Glibc
#endif

/// The example's server, in a process of its own.
final class PythonServer: Sendable {
  /// The address.
  let address: String

  private let process: Process

  /// The file of the server: the example's own, or the one that an article prints.
  enum Script: String, CaseIterable {
    case complete = "server.py"
    case small = "small_server.py"
  }

  /// Starts the server, and waits until it accepts requests.
  ///
  /// - Parameters:
  ///   - script: The server; only the complete one has outages, faults and a store.
  ///   - seconds: How long it answers with 503.
  ///   - seed: The seed of its faults; `nil` for none.
  ///   - refuses: Whether it refuses some records, too.
  ///   - port: The port; by default a free one.
  ///   - store: The file in which it stores devices.
  init(
    _ script: Script = .complete,
    outage seconds: Int? = nil,
    faults seed: Int? = nil,
    refuses: Bool = false,
    port: Int = 0,
    store: URL? = nil
  ) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: script.rawValue)
    process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", file.path, "--port", "\(port)"]
    process.arguments? += seconds.map { ["--outage", "\($0)"] } ?? []
    process.arguments? += seed.map { ["--faults", "\($0)"] } ?? []
    process.arguments? += refuses ? ["--refusals"] : []
    process.arguments? += store.map { ["--store", $0.path] } ?? []
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

  deinit { stop() }

  /// Ends the process without a warning, in the middle of requests.
  func stop() {
    // The process may have inherited other signals as blocked.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// The port of the address.
  var port: Int { URL(string: address)?.port ?? 0 }

  /// Everything that it has stored.
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

    /// `nil` from the small server.
    let activities: Activities?
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
