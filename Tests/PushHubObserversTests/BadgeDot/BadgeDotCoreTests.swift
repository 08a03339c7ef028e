import PushHub
import PushHubTesting
import Testing

@testable import PushHubObservers
@testable import TestSupport

/// Cases beyond the core's model: how often a mark is saved, storms, refusals, and the laws of a kernel.
final class BadgeDotCoreTests {
  private var driver = BadgeDotDriver.ann()

  @Test func `a mark that is no greater is not saved again`() {
    var saveCount = 0
    driver.distort = { input, _ in
      if case .saved = input { saveCount += 1 }
      return input
    }
    driver.changeLifecycle { $0.visiblePages = ["list"] }
    driver.report([4])
    #expect(saveCount == 1)
    driver.report([4])
    driver.read(4)
    driver.read(2)
    driver.changeLifecycle { $0.overlayCount = 1 }
    #expect(saveCount == 1)
  }

  @Test func `a server that sends a snapshot and closes is not asked without end`() {
    let start = driver.listenerCount
    for _ in 1...3_600 {
      driver.report([3])
      driver.fail()
      driver.pass(1)
    }
    #expect((60...80).contains(driver.listenerCount - start))
  }

  @Test func `a refused account is not listened to until the app returns or asks`() {
    driver.fail(SourceFailure(message: "401", isFinal: true))
    #expect(driver.kernel.nextDeadline == nil)
    driver.changeLifecycle { $0.phase = .background }
    driver.changeLifecycle { $0.phase = .active }
    #expect(driver.isListening)
    driver.fail(SourceFailure(message: "401", isFinal: true))
    driver.send(.refresh)
    #expect(driver.isListening)
  }

  @Test func `marks merge in any order, any number of times`() {
    #expect(BadgeDotCore.mergeMistake(among: (0...3).map(ReadMark.numbered)) == nil)
  }

  @Test(arguments: BadgeDot.FirstRun.allCases)
  func `every sequence with a store that fails`(firstRun: BadgeDot.FirstRun) throws {
    let core = BadgeDotCore(
      configuration: BadgeDot.Configuration(listPage: "list", firstRun: firstRun)
    )
    let world = FeatureWorld(core, store: ["ann": .numbered(1)]) {
      $0.actions = [.read(upTo: nil), .set(.numbered(0)), .set(nil), .keep, .forget, .refresh]
      $0.answers = [[.numbered(2)], []]
      $0.pushes = []
    }
    try EverySequence(of: world.operations, upTo: 3, thorough: 4).check(world)
  }
}
