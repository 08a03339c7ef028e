import Foundation
import PushHub
import PushHubBackend
import PushHubTesting
import Testing

/// Receipts of processes that are killed, for a server that dies.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct PushReceiptsKillTests {
  private let directory = FileManager.default.temporaryDirectory
    .appending(path: "pushhub-receipts-\(UUID().uuidString)", directoryHint: .isDirectory)

  /// An app that sends what is in the outbox, on simulated time.
  @MainActor
  private final class Sender {
    let scheduler = ManualScheduler()
    let lifecycle = AppLifecycle()
    let receipts: PushReceipts
    private(set) var sentCount = 0
    private(set) var brokenCount = 0
    private let manager: NotificationManager

    init(_ directory: URL, template: String) throws {
      manager = NotificationManager(scheduler: scheduler)
      receipts = PushReceipts(
        outbox: Outbox(directory: directory, maximumCount: 100_000),
        endpoint: try AccountClient(template: template, scheduler: scheduler)
      )
      receipts.log = { [weak self] entry in
        switch entry {
        case .sent(let count): self?.sentCount += count
        case .broken(let count): self?.brokenCount += count
        default: break
        }
      }
      lifecycle.setAccount("ann")
      PluginContext(push: manager, lifecycle: lifecycle, scheduler: scheduler).attach(receipts)
    }

    /// Comes to the foreground, which sends what is there, and lets a minute pass.
    func work() async {
      lifecycle.setPhase(.active)
      await scheduler.settle()
      lifecycle.setPhase(.background)
      scheduler.advance(by: .seconds(60))
      await scheduler.settle()
    }
  }

  @Test func `acknowledged receipts arrive, whichever process is killed in between`() async throws {
    var generator = SystemRandomNumberGenerator()
    defer { try? FileManager.default.removeItem(at: directory) }
    let (total, deathCount) = (10_000, 200)
    try await DyingReceiptServer.run(deathCount: deathCount, generator: generator) { server in
      var sender = try Sender(directory, template: server.template)
      let steady = try WriterProcess(directory: directory, name: "steady", first: 1)
      var victims = [try WriterProcess(directory: directory, name: "victim", first: 1)]
      var (steadyCount, victimCount, sent, broken, rounds) = (0, 0, 0, 0, 0)
      while steadyCount + victimCount < total {
        rounds += 1
        if steadyCount < total / 2 {
          steady.append(40)
        }
        if victims[victims.endIndex - 1].hasEnded {
          let first = victims.count * 1_000_000 + 1
          victims.append(try WriterProcess(directory: directory, name: "victim", first: first))
        }
        let victim = victims[victims.endIndex - 1]
        if victimCount < total / 2 {
          victim.append(40)
        }
        if Int.random(in: 0..<5, using: &generator) == 0 {
          victim.kill(after: Int.random(in: 0..<40, using: &generator))
        }
        await sender.work()
        if Int.random(in: 0..<20, using: &generator) == 0 {
          (sent, broken) = (sent + sender.sentCount, broken + sender.brokenCount)
          sender = try Sender(directory, template: server.template)
        }
        steadyCount = steady.appended.count
        victimCount = victims.reduce(0) { $0 + $1.appended.count }
      }
      for process in [steady] + victims {
        process.finish()
      }
      while server.deaths < deathCount || hasFiles, rounds < 4_000 {
        rounds += 1
        if !hasFiles {
          // Something to die of.
          let last = try WriterProcess(directory: directory, name: "last", first: rounds * 1_000)
          last.append(10)
          last.finish()
        }
        await sender.work()
      }
      sent += sender.sentCount
      broken += sender.brokenCount
      try check(server, steady, victims, sent: sent, broken: broken)
      #expect(server.deaths == deathCount)
      #expect(steadyCount + victimCount >= total)
      print(
        "\(server.receipts.count) came of \(steadyCount + victimCount), \(victims.count - 1) killed,",
        "\(server.deaths) deaths of the server, \(broken) broken files, \(rounds) rounds"
      )
    }
  }

  private var hasFiles: Bool {
    ((try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? [])
      .contains { $0.hasSuffix(".json") }
  }

  private func check(
    _ server: DyingReceiptServer,
    _ steady: WriterProcess,
    _ victims: [WriterProcess],
    sent: Int,
    broken: Int
  ) throws {
    let received = server.receipts
    let kinds = Dictionary(grouping: received, by: \.id)
    #expect(kinds.values.allSatisfy { Set($0).count == 1 }, "doubles differ")
    #expect(server.strangeKeys.isEmpty)
    let appended = [steady.appended] + victims.map(\.appended)
    let missing = appended.joined().filter { kinds[$0.id] == nil }
    #expect(missing.isEmpty)
    let wrong = appended.joined().filter { kinds[$0.id]?.first?.date != $0.number * 1_000 }
    #expect(wrong.isEmpty)
    let last = Set(received.filter { $0.push.hasPrefix("last") }.map(\.id))
    let unacknowledged = Set(kinds.keys).subtracting(appended.joined().map(\.id)).subtracting(last)
    #expect(unacknowledged.count <= victims.count)
    #expect(broken == 0)
    for process in ["steady", "victim"] {
      var ids: Set<String> = []
      let dates = received.filter { $0.push.hasPrefix(process) && ids.insert($0.id).inserted }
        .map(\.date)
      #expect(zip(dates, dates.dropFirst()).allSatisfy { $0 < $1 }, "\(process) is out of order")
    }
    #expect(sent <= received.count)
  }
}

// MARK: - A full disk

extension PushReceiptsKillTests {
  @Test func `a full disk costs what finds no room, and nothing that was written`() async throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    let server = Taker()
    let before = try WriterProcess(directory: directory, name: "before", first: 1)
    before.append(20)
    before.finish()
    let full = try WriterProcess(directory: directory, name: "full", first: 1, limit: 0)
    full.append(40)
    full.finish()
    #expect(full.appended.isEmpty)
    #expect(full.failures.count == 40 && Set(full.failures).count == 1)
    let app = try sender(to: server)
    await app.settle()
    #expect(server.ids == before.appended.map(\.id))
    // There is room again.
    let after = try WriterProcess(directory: directory, name: "after", first: 1)
    after.append(5)
    after.finish()
    let next = try sender(to: server)
    await next.settle()
    #expect(server.ids == (before.appended + after.appended).map(\.id))
    #expect(server.ids.count == 25)
    #expect(!hasFiles)
  }

  /// Sends what is there, on a scheduler that is given.
  private func sender(to server: Taker) throws -> ManualScheduler {
    let scheduler = ManualScheduler()
    let lifecycle = AppLifecycle()
    lifecycle.setPhase(.active)
    lifecycle.setAccount("ann")
    let receipts = PushReceipts(
      outbox: Outbox(directory: directory),
      endpoint: server
    )
    let host = NotificationManager(scheduler: scheduler)
    PluginContext(push: host, lifecycle: lifecycle, scheduler: scheduler).attach(receipts)
    server.kept.append(receipts)
    return scheduler
  }

  /// Takes everything, and keeps who sends it.
  @MainActor
  private final class Taker: ReceiptEndpoint {
    private(set) var ids: [String] = []
    var kept: [PushReceipts] = []

    @MainActor
    func send(_ batch: ReceiptBatch) async throws {
      ids += batch.receipts.map(\.id)
    }
  }
}
