import PushHub
import Testing

@MainActor
struct BackgroundDeliveryTests {
  struct ServerDown: Error {}

  let hub = Hub()
  var manager: NotificationManager { hub.manager }

  @Test func `without observers that work, there is no data`() async throws {
    let recorder = PushRecorder()
    manager.add(recorder)
    #expect(await manager.deliver(try message("m1"), via: .remote) == .noData)
    #expect(hub.scheduler.pendingCount == 0)
    #expect(recorder.lines == ["received m1"])
  }

  @Test func `observers work at the same time, and their results are merged`() async throws {
    let workers = [ControlledWorker(), ControlledWorker()]
    let delivery = try await start(workers)
    await workers[1].finish(.success(.newData))
    await workers[0].finish(.success(.noData))
    #expect(await delivery.value == .newData)
    #expect(hub.scheduler.pendingCount == 0)
  }

  @Test func `an error counts as failed and is named`() async throws {
    let worker = ControlledWorker()
    let delivery = try await start([worker])
    await worker.finish(.failure(ServerDown()))
    #expect(await delivery.value == .failed)
    #expect(manager.statistics[.workFailed] == 1)
    let entry = try #require(hub.log.last { $0.code == .workFailed })
    #expect(entry.observer == "ControlledWorker")
    #expect(entry.pushID == "m1")
  }

  @Test func `what is late is cancelled, named and counts as failed`() async throws {
    let workers = [ControlledWorker(), ControlledWorker()]
    let delivery = try await start(workers)
    await workers[0].finish(.success(.noData))
    hub.scheduler.advance(by: .seconds(25))
    #expect(await delivery.value == .failed)
    #expect(manager.statistics[.late] == 1)
    #expect(hub.log.last { $0.code == .late }?.observer == "ControlledWorker")
  }

  @Test func `new data wins although another observer is late`() async throws {
    let workers = [ControlledWorker(), ControlledWorker()]
    let delivery = try await start(workers)
    await workers[0].finish(.success(.newData))
    hub.scheduler.advance(by: .seconds(25))
    #expect(await delivery.value == .newData)
  }

  @Test func `an answer just before the deadline counts`() async throws {
    let worker = ControlledWorker()
    let delivery = try await start([worker])
    hub.scheduler.advance(by: .seconds(25) - .nanoseconds(1))
    await worker.finish(.success(.newData))
    #expect(await delivery.value == .newData)
    #expect(manager.statistics[.late] == 0)
  }

  @Test func `an answer after the deadline changes nothing and is counted`() async throws {
    let worker = ControlledWorker(heedsCancellation: false)
    let delivery = try await start([worker])
    hub.scheduler.advance(by: .seconds(25))
    #expect(await delivery.value == .failed)
    await worker.finish(.success(.newData))
    #expect(manager.statistics[.answeredLate] == 1)
    #expect(await manager.deliver(try message("m1"), via: .remote) == .failed)
  }

  @Test func `a second callback for the same push waits for the same work`() async throws {
    let worker = ControlledWorker()
    let first = try await start([worker])
    let second = Task { await manager.deliver(try message("m1"), via: .remote) }
    await hub.waitForLog(.merged)
    await worker.finish(.success(.newData))
    #expect(await first.value == .newData)
    #expect(try await second.value == .newData)
    #expect(worker.startCount == 1)
  }

  @Test func `a push that was presented first still gets its background work once`() async throws {
    let worker = ControlledWorker()
    manager.add(worker)
    _ = manager.present(try message("m1"))
    let delivery = Task { await manager.deliver(try message("m1"), via: .remote) }
    await worker.waitUntilStarted()
    await worker.finish(.success(.newData))
    #expect(try await delivery.value == .newData)
    #expect(worker.startCount == 1)
  }

  @Test func `cancelling the caller cuts the work off`() async throws {
    let worker = ControlledWorker()
    let delivery = try await start([worker])
    delivery.cancel()
    #expect(await delivery.value == .failed)
    #expect(manager.statistics[.late] == 1)
    #expect(hub.scheduler.pendingCount == 0)
  }

  @Test func `an observer is let go when its work is done`() async throws {
    var worker: ControlledWorker? = ControlledWorker()
    let delivery = try await start([try #require(worker)])
    await worker?.finish(.success(.noData))
    #expect(await delivery.value == .noData)
    let observer = WeakBox(worker)
    worker = nil
    #expect(!observer.isAlive)
  }

  @Test func `an observer keeps its life while it works`() async throws {
    var worker: ControlledWorker? = ControlledWorker()
    let delivery = try await start([try #require(worker)])
    let observer = WeakBox(worker)
    worker = nil
    #expect(observer.isAlive)
    await observer.object?.finish(.success(.newData))
    #expect(await delivery.value == .newData)
  }

  @Test func `which result counts is the app's choice`() async throws {
    let hub = Hub { $0.fetchResultPriority = [.newData, .noData, .failed] }
    let workers = [ControlledWorker(), ControlledWorker()]
    let delivery = try await start(workers, on: hub)
    await workers[0].finish(.success(.noData))
    await workers[1].finish(.success(.failed))
    #expect(await delivery.value == .noData)
  }

  /// Delivers a push and returns when all observers are at work.
  private func start(
    _ workers: [ControlledWorker],
    on other: Hub? = nil
  ) async throws -> Task<FetchResult, Never> {
    let manager = (other ?? hub).manager
    for worker in workers {
      manager.add(worker)
    }
    let push = try message("m1")
    let delivery = Task { await manager.deliver(push, via: .remote) }
    for worker in workers {
      await worker.waitUntilStarted()
    }
    return delivery
  }

  /// Takes somebody else off while it works.
  private final class Remover: BackgroundPushObserver {
    private let remove: () -> Void

    init(_ remove: @escaping () -> Void) {
      self.remove = remove
    }

    func performBackgroundWork(for push: Push) async throws -> FetchResult {
      remove()
      return .newData
    }
  }

  @Test func `an observer that is removed before its turn does no work`() async throws {
    let worker = ControlledWorker()
    let remover = Remover { [manager] in manager.remove(worker) }
    manager.add(remover)
    manager.add(worker)
    #expect(await manager.deliver(try message("m1"), via: .remote) == .newData)
    #expect(worker.startCount == 0)
  }

  @Test func `an error that comes after the deadline is counted as late`() async throws {
    let worker = ControlledWorker(heedsCancellation: false)
    let delivery = try await start([worker])
    hub.scheduler.advance(by: .seconds(25))
    #expect(await delivery.value == .failed)
    await worker.finish(.failure(ServerDown()))
    #expect(manager.statistics[.late] == 1)
    #expect(manager.statistics[.answeredLate] == 1)
    #expect(manager.statistics[.workFailed] == 0)
  }
}
