import PushHub
import Testing

@testable import PushHubObservers

/// All sequences of what can happen, with the ledger asked after each step.
@Suite(.timeLimit(.minutes(5)))
struct ScreenshotPreviewModelTests {
  typealias Operation = ScreenshotPreviewWorld.Operation

  /// What came of all sequences of a length: their number, and where they lead.
  private struct Exploration {
    var sequenceCount = 0
    var worlds: Set<ScreenshotPreviewWorld> = []
    var wrong: [[String]] = []
  }

  /// Lets happen all sequences up to a length; those that lead to the same world go on as one.
  private func explore(
    _ configuration: ScreenshotPreviewConfiguration,
    from start: [Operation],
    upTo length: Int
  ) -> Exploration {
    var world = ScreenshotPreviewWorld(configuration)
    for operation in start {
      world.perform(operation)
    }
    var exploration = Exploration()
    exploration.worlds = [world]
    var layer = [world: (sequences: 1, path: start)]
    for _ in 0..<length {
      var next: [ScreenshotPreviewWorld: (sequences: Int, path: [Operation])] = [:]
      for (world, (sequences, path)) in layer {
        for operation in ScreenshotPreviewWorld.operations where world.allows(operation) {
          var following = world
          following.perform(operation)
          exploration.sequenceCount += sequences
          guard following.ledger.mistakes.isEmpty else {
            exploration.wrong.append(
              following.ledger.mistakes + (path + [operation]).map { "\($0)" }
            )
            continue
          }
          next[following, default: (0, path + [operation])].sequences += sequences
        }
      }
      layer = next
      exploration.worlds.formUnion(next.keys)
    }
    return exploration
  }

  /// Lets happen all sequences of any length, until they lead to no other world.
  private func exploreAll(_ configuration: ScreenshotPreviewConfiguration) -> Exploration {
    var exploration = Exploration()
    var layer: Set = [ScreenshotPreviewWorld(configuration)]
    while !layer.isEmpty {
      exploration.worlds.formUnion(layer)
      var next: Set<ScreenshotPreviewWorld> = []
      for world in layer {
        for operation in ScreenshotPreviewWorld.operations where world.allows(operation) {
          var following = world
          following.perform(operation)
          guard following.ledger.mistakes.isEmpty else {
            exploration.wrong.append(following.ledger.mistakes + ["\(operation)"])
            continue
          }
          if !exploration.worlds.contains(following) {
            next.insert(following)
          }
        }
      }
      layer = next
    }
    return exploration
  }

  /// Active on the reading page.
  private let ready: [Operation] = [.phase(.active), .togglePage]

  /// With a preview on the screen.
  private let shown: [Operation] = [
    .phase(.active), .togglePage, .screenshot, .captured, .presented,
  ]

  @Test(arguments: ScreenshotPreviewConfiguration.all)
  func `every sequence of seven events`(_ configuration: ScreenshotPreviewConfiguration) {
    var sequenceCount = 0
    for start in [[], ready, shown] {
      let exploration = explore(configuration, from: start, upTo: 7)
      sequenceCount += exploration.sequenceCount
      #expect(exploration.wrong.prefix(3) == [])
    }
    #expect(sequenceCount > 100_000_000)
  }

  /// With up to two overlays, and time in steps of four seconds or up to the deadline.
  @Test(arguments: ScreenshotPreviewConfiguration.all)
  func `every sequence of any length`(_ configuration: ScreenshotPreviewConfiguration) {
    let exploration = exploreAll(configuration)
    #expect(exploration.wrong.prefix(3) == [])
    #expect(
      Set(exploration.worlds.map(\.driver.state)).count
        == ScreenshotPreviewState.allCases.count - (configuration.pausesWhileTouched ? 0 : 1)
    )
  }

  @Test(arguments: ScreenshotPreviewConfiguration.all)
  func `idle is reached from everywhere, by leaving the page and waiting`(
    _ configuration: ScreenshotPreviewConfiguration
  ) {
    for var world in exploreAll(configuration).worlds {
      if !world.driver.lifecycle.visiblePages.isEmpty {
        world.perform(.togglePage)
      }
      if world.allows(.reachDeadline) {
        world.perform(.reachDeadline)
      }
      #expect(world.driver.state == .idle)
    }
  }

  @Test(arguments: ScreenshotPreviewConfiguration.all)
  func `idle is reached from everywhere, by time alone`(
    _ configuration: ScreenshotPreviewConfiguration
  ) {
    for var world in exploreAll(configuration).worlds {
      world.perform(.touch(.ended))
      for _ in 0..<3 where world.allows(.reachDeadline) {
        world.perform(.reachDeadline)
      }
      #expect(world.driver.state == .idle)
      #expect(world.driver.core.nextDeadline == nil)
    }
  }
}
