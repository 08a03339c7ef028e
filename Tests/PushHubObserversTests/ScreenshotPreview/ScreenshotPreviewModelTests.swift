import PushHub
import PushHubTesting
import Testing

@testable import PushHubObservers
@testable import TestSupport

/// All sequences of what can happen, with the ledger asked after each step.
struct ScreenshotPreviewModelTests {
  /// All worlds that anything leads to, each without a mistake.
  private func everyWorld() throws -> Set<ScreenshotPreviewWorld> {
    var known: Set = [ScreenshotPreviewWorld()]
    var layer = known.map { (world: $0, path: [ScreenshotPreviewWorld.Operation]()) }
    while !layer.isEmpty {
      var next: [(world: ScreenshotPreviewWorld, path: [ScreenshotPreviewWorld.Operation])] = []
      for (world, path) in layer {
        for operation in ScreenshotPreviewWorld.operations where world.allows(operation) {
          var following = world
          following.perform(operation)
          try #require(following.mistake == nil, "after \(path + [operation])")
          if known.insert(following).inserted {
            next.append((following, path + [operation]))
          }
        }
      }
      layer = next
    }
    return known
  }

  /// With up to two overlays, and time in steps of four seconds or up to the deadline.
  @Test func `every sequence of any length`() throws {
    let worlds = try everyWorld()
    #expect(Set(worlds.map(\.simulation.state)) == Set(ScreenshotPreviewState.allCases))
  }

  @Test func `idle is reached from everywhere, by time alone`() throws {
    var lasting: Set<ScreenshotPreviewState> = []
    var deadlines = 0
    for var world in try everyWorld() {
      for _ in 0..<3 where world.allows(.reachDeadline) {
        world.perform(.reachDeadline)
      }
      lasting.insert(world.simulation.state)
      deadlines += world.simulation.kernel.nextDeadline == nil ? 0 : 1
    }
    #expect(lasting == [.idle])
    #expect(deadlines == 0)
  }
}
