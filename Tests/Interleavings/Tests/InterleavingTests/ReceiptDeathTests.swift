import Foundation
import PushHub
import PushHubBackend
import PushHubTesting
import Testing

/// Receipts against the end of their process: each that was written arrives, if need be by the next.
@Suite(.serialized)
struct ReceiptDeathTests {
  private let folder = TemporaryFolder()
  private let pushes = (1...2).map { message("\($0)") }

  /// What outlives a process: the files, and the server.
  @MainActor
  private final class Device {
    let stage: Stage
    private let folder: URL
    private var generation = 0
    private(set) var process: Process?
    private(set) var arrived: [String] = []

    /// The pushes whose receipts must arrive: what a process had not written at its end is lost.
    private(set) var received: Set<String> = []
    var outboxFailures: [String] = []

    init(in folder: URL, on stage: Stage) {
      self.stage = stage
      self.folder = folder
      try? FileManager.default.removeItem(at: folder)
      try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      process = Process(on: self, writingTo: directory)
    }

    private var directory: URL { folder.appending(path: "\(generation)") }

    /// The next process has the files as they are now; whatever the last one still does is lost.
    func die() {
      process?.die()
      let former = directory
      received = received.filter { arrived.contains($0) || isWritten($0, in: former) }
      generation += 1
      try? FileManager.default.copyItem(at: former, to: directory)
      process = Process(on: self, writingTo: directory)
    }

    func accept(_ batch: ReceiptBatch) {
      arrived += batch.receipts.compactMap(\.messageID)
    }

    func receive(_ push: PushPayload, _ id: String) {
      process?.manager.receive(push, via: .remote)
      received.insert(id)
    }

    private func isWritten(_ id: String, in directory: URL) -> Bool {
      let files = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
      return files.contains { name in
        let text = try? String(contentsOf: directory.appending(path: name), encoding: .utf8)
        return text?.contains("\"message\":\"\(id)\"") == true
      }
    }

    func checkEnd() {
      let missing = received.subtracting(arrived)
      stage.expect(missing.isEmpty, "\(missing.sorted()) are lost: \(arrived)")
      stage.expect(process?.receipts.waitingCount == 0, "some wait")
      stage.expect(outboxFailures.isEmpty, "the outbox has failed: \(outboxFailures)")
    }
  }

  @MainActor
  private final class Process: AppFixture {
    let app = SimulatedApp()
    let receipts: PushReceipts
    private let endpoint: Endpoint

    init(on device: Device, writingTo directory: URL) {
      endpoint = Endpoint(of: device)
      receipts = PushReceipts(
        outbox: Outbox(directory: directory),
        endpoint: endpoint,
        configuration: PushReceipts.Configuration(longestWait: .zero, spread: .zero),
        generator: SeededGenerator(seed: 1)
      )
      receipts.log = { [weak device] entry in
        if case .outboxFailed(let message) = entry { device?.outboxFailures.append(message) }
      }
      lifecycle.setPhase(.active)
      lifecycle.setAccount("A")
      context.attach(receipts)
    }

    func die() {
      endpoint.device = nil
      context.detach(receipts)
    }
  }

  private final class Endpoint: ReceiptEndpoint {
    @MainActor weak var device: Device?

    @MainActor
    init(of device: Device) {
      self.device = device
    }

    @MainActor
    func send(_ batch: ReceiptBatch) async throws {
      guard let device else { throw CancellationError() }
      try await device.stage.momentUnlessCancelled("a batch of \(batch.receipts.count) arrives")
      device.accept(batch)
      try await device.stage.momentUnlessCancelled("the answer comes")
    }
  }

  @Test func `two pushes, and a process that dies`() {
    Exploration.expectNoMistake(upTo: 300, choosesOffActor: true) { [folder, pushes] stage in
      let device = Device(in: folder.url, on: stage)
      stage.atAnyMoment("push 1") { device.receive(pushes[0], "1") }
      stage.atAnyMoment("push 2") { device.receive(pushes[1], "2") }
      stage.atAnyMoment("death") { device.die() }
      stage.atTheEnd { device.checkEnd() }
    }
  }
}
