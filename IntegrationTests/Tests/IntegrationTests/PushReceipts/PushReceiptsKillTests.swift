import Foundation
import PushHub
import PushHubBackend
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
    private let manager: NotificationManager

    init(_ directory: URL, template: String) throws {
      manager = NotificationManager(scheduler: scheduler)
      receipts = PushReceipts(
        outbox: Outbox(directory: directory, process: "app"),
        endpoint: try HTTPReceiptEndpoint(template: template, scheduler: scheduler)
      )
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

  @Test func `what was acknowledged arrives, whoever is killed in between`() async throws {
    var generator = SystemRandomNumberGenerator()
    defer { try? FileManager.default.removeItem(at: directory) }
    let (total, deathCount) = (10_000, 200)
    try await DyingReceiptServer.run(deathCount: deathCount, generator: generator) { server in
      var sender = try Sender(directory, template: server.template)
      let steady = try WriterProcess(directory: directory, name: "steady", first: 1)
      var victims = [try WriterProcess(directory: directory, name: "victim", first: 1)]
      var (steadyCount, victimCount, sent, broken, rounds) = (0, 0, 0, 0, 0)
      while steadyCount + victimCount < total, rounds < 2_000 {
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
          (sent, broken) = (sent + sender.receipts.statistics.sent, broken + brokenCount(sender))
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
      sent += sender.receipts.statistics.sent
      broken += brokenCount(sender)
      try check(server, steady, victims, sent: sent, broken: broken)
      #expect(server.deaths == deathCount)
      #expect(steadyCount + victimCount >= total)
      print(
        "\(server.receipts.count) came of \(steadyCount + victimCount), \(victims.count - 1) killed,",
        "\(server.deaths) deaths of the server, \(broken) broken lines, \(rounds) rounds"
      )
    }
  }

  private func brokenCount(_ sender: Sender) -> Int { sender.receipts.statistics.broken }

  private var hasFiles: Bool {
    ((try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? [])
      .contains { $0.hasSuffix(".outbox") }
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
    let unacknowledged = Set(kinds.keys).subtracting(appended.joined().map(\.id))
      .filter { !$0.hasPrefix("last") }
    #expect(unacknowledged.count <= victims.count)
    #expect(broken <= victims.count * 2)
    for process in ["steady", "victim"] {
      var ids: Set<String> = []
      let dates = received.filter { $0.id.hasPrefix(process) && ids.insert($0.id).inserted }
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
    let writer = try WriterProcess(directory: directory, name: "full", first: 1, limit: 16)
    writer.append(400)
    writer.append(0)
    #expect(
      await eventually { writer.appended.count + writer.failures.count >= 400 || writer.hasEnded }
    )
    let before = writer.appended.map(\.id)
    #expect(before.count > 20 && before.count < 400)
    #expect(Set(writer.failures).count == 1)
    let app = try sender(to: server)
    await app.settle()
    let first = server.ids
    #expect(first == before)
    // There is room again.
    writer.append(5)
    writer.finish()
    let next = try sender(to: server)
    await next.settle()
    #expect(server.ids == writer.appended.map(\.id))
    #expect(writer.appended.count == before.count + 5)
    #expect(!hasFiles)
  }

  /// Sends what is there, on a scheduler that is given.
  private func sender(to server: Taker) throws -> ManualScheduler {
    let scheduler = ManualScheduler()
    let lifecycle = AppLifecycle()
    lifecycle.setPhase(.active)
    lifecycle.setAccount("ann")
    let receipts = PushReceipts(
      outbox: Outbox(directory: directory, process: "app"),
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
