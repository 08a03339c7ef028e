import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

/// A server of receipts on 127.0.0.1 that dies in the middle of requests, and is there again.
final class DyingReceiptServer: Sendable {
  struct Receipt: Decodable, Hashable, Sendable {
    let id: String
    let kind: String
    let push: String
    let date: Int
  }

  private struct Batch: Decodable {
    let account: String
    let lost: Int
    let receipts: [Receipt]
  }

  private struct State {
    var receipts: [Receipt] = []
    var keys: [String: [String]] = [:]
    var strangeKeys: [String] = []
    var deaths = 0
    var generator: any RandomNumberGenerator
    var kill: AsyncStream<Void>.Continuation?
  }

  private enum Fate {
    case answers
    case diesBefore
    case diesAfter
  }

  let port: UInt16
  private let state: Mutex<State>
  private let deathCount: Int

  private init(port: UInt16, deathCount: Int, generator: any RandomNumberGenerator & Sendable) {
    self.port = port
    self.deathCount = deathCount
    state = Mutex(State(generator: generator))
  }

  /// Where the server is, as the template of an address.
  var template: String { "http://127.0.0.1:\(port)/accounts/{account}/receipts" }

  /// All receipts that it has noted, in order, with doubles.
  var receipts: [Receipt] { state.withLock { $0.receipts } }

  /// How often it has died.
  var deaths: Int { state.withLock { $0.deaths } }

  /// The keys under which different batches came.
  var strangeKeys: [String] { state.withLock { $0.strangeKeys } }

  /// Runs the server for as long as the body runs.
  static func run(
    deathCount: Int,
    generator: any RandomNumberGenerator & Sendable,
    _ body: (DyingReceiptServer) async throws -> Void
  ) async throws {
    var port: UInt16 = 0
    try await withRefusingPort { port = $0 }
    let server = DyingReceiptServer(port: port, deathCount: deathCount, generator: generator)
    let living = Task { try await server.live() }
    let result: Result<Void, any Error>
    do {
      try await body(server)
      result = .success(())
    } catch {
      result = .failure(error)
    }
    living.cancel()
    _ = await living.result
    try result.get()
  }

  /// One life after the other.
  private func live() async throws {
    while !Task.isCancelled {
      let (deaths, kill) = AsyncStream<Void>.makeStream()
      state.withLock { $0.kill = kill }
      let gate = Gate()
      let server = HTTPServer(
        address: try .inet(ip4: "127.0.0.1", port: port),
        timeout: 300,
        logger: .disabled,
        handler: ClosureHTTPHandler { [self] in try await answer($0, unless: gate) }
      )
      let running = Task { try? await server.run() }
      try await server.waitUntilListening(timeout: 60)
      for await _ in deaths { break }
      await server.stop(timeout: 0)
      gate.open()
      await running.value
    }
  }

  private func answer(_ request: HTTPRequest, unless gate: Gate) async throws -> HTTPResponse {
    let body = try await request.bodyData
    let batch = try JSONDecoder().decode(Batch.self, from: body)
    let fate = state.withLock { state in
      let fate = nextFate(&state)
      if fate != .diesBefore {
        state.receipts += batch.receipts
      }
      note(request.headers[HTTPHeader("Idempotency-Key")] ?? "", batch, in: &state)
      return fate
    }
    if fate != .answers {
      state.withLock { $0.kill }?.yield()
      await gate.pass()
      throw CancellationError()
    }
    return .status(204)
  }

  private func nextFate(_ state: inout State) -> Fate {
    let draw = Int.random(in: 0..<10, using: &state.generator)
    guard state.deaths < deathCount, draw < 6 else { return .answers }
    state.deaths += 1
    return draw < 3 ? .diesBefore : .diesAfter
  }

  private func note(_ key: String, _ batch: Batch, in state: inout State) {
    let ids = batch.receipts.map(\.id)
    if let known = state.keys.updateValue(ids, forKey: key), known != ids {
      state.strangeKeys.append(key)
    }
  }
}
