import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

/// Participants that are removed, or released, before or after they were asked.
struct RemovedParticipantTests: AppFixture {
  private final class Voter: PresentationVoter {
    var onVote: () -> Void = {}
    private(set) var askedCount = 0

    func presentation(of push: Push) -> PresentationVote {
      askedCount += 1
      onVote()
      return .noOpinion
    }
  }

  private final class Worker: BackgroundWorker {
    var onWork: () -> Void = {}
    private(set) var askedCount = 0

    func performBackgroundWork(for push: Push?) -> FetchResult {
      askedCount += 1
      onWork()
      return .newData
    }
  }

  let app = SimulatedApp()

  // MARK: - Removed before their turn

  @Test func `a voter that another voter removes is not asked`() async {
    let (first, second) = (Voter(), Voter())
    first.onVote = { [manager] in manager.remove(second) }
    manager.add(first)
    manager.add(second)
    _ = await manager.present(message("m1"))
    #expect([first.askedCount, second.askedCount] == [1, 0])
  }

  @Test func `a worker that another worker removes is not asked`() async {
    let (first, second) = (Worker(), Worker())
    first.onWork = { [manager] in manager.remove(second) }
    manager.add(first)
    manager.add(second)
    _ = await manager.deliver(message("m1"), via: .remote)
    #expect([first.askedCount, second.askedCount] == [1, 0])
    manager.add(second)
    _ = await manager.refresh()
    #expect([first.askedCount, second.askedCount] == [2, 0])
  }

  @Test func `a responder removed before its turn is skipped`()
    async
  {
    let (first, second) = (ResponderProbe(handles: true), ResponderProbe(handles: true))
    manager.add(first)
    manager.add(second)
    open("m1")
    manager.remove(first)
    await settle()
    #expect([first.asked, second.asked] == [[], ["m1 default"]])
  }

  // MARK: - Released after their turn

  /// Records a mistake unless the manager reports one death of a participant that was called.
  private func expectKnownDeath(sourceLocation: SourceLocation = #_sourceLocation) async {
    await settle()
    receive("last")
    #expect(manager.statistics[.observerDied] == 1, sourceLocation: sourceLocation)
    #expect(manager.statistics[.observerDeallocatedUnused] == 0, sourceLocation: sourceLocation)
  }

  @Test func `a voter that has voted was called`() async throws {
    var voter: Voter? = Voter()
    manager.add(try #require(voter))
    _ = await manager.present(message("m1"))
    voter = nil
    await expectKnownDeath()
  }

  @Test func `a worker that has worked was called`() async throws {
    var worker: Worker? = Worker()
    manager.add(try #require(worker))
    _ = await manager.deliver(message("m1"), via: .remote)
    worker = nil
    await expectKnownDeath()
  }

  @Test func `an observer that has received a pending event was called`() async throws {
    receive("m1")
    var observer: PushRecorder? = PushRecorder()
    manager.add(try #require(observer))
    observer = nil
    await expectKnownDeath()
  }
}
