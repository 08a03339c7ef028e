import PushHub
import PushHubReplay
import Testing

@testable import PushHubObservers

/// All sequences of what can happen, with the ledger asked after each step.
struct ScreenshotPreviewModelTests {
  /// All worlds that anything leads to, each without a mistake.
  private func everyWorld(
    _ configuration: ScreenshotPreviewConfiguration
  ) throws -> Set<ScreenshotPreviewWorld> {
    try ScreenshotPreviewWorld(configuration).everyWorld(by: ScreenshotPreviewWorld.operations)
  }

  /// With up to two overlays, and time in steps of four seconds or up to the deadline.
  @Test(arguments: ScreenshotPreviewConfiguration.all)
  func `every sequence of any length`(_ configuration: ScreenshotPreviewConfiguration) throws {
    let worlds = try everyWorld(configuration)
    #expect(
      Set(worlds.map(\.driver.state)).count
        == ScreenshotPreviewState.allCases.count - (configuration.pausesWhileTouched ? 0 : 1)
    )
  }

  @Test(arguments: ScreenshotPreviewConfiguration.all)
  func `idle is reached from everywhere, by leaving the page and waiting`(
    _ configuration: ScreenshotPreviewConfiguration
  ) throws {
    var lasting: Set<ScreenshotPreviewState> = []
    for var world in try everyWorld(configuration) {
      if !world.driver.lifecycle.visiblePages.isEmpty {
        world.perform(.togglePage)
      }
      if world.allows(.reachDeadline) {
        world.perform(.reachDeadline)
      }
      lasting.insert(world.driver.state)
    }
    #expect(lasting == [.idle])
  }

  @Test(arguments: ScreenshotPreviewConfiguration.all)
  func `idle is reached from everywhere, by time alone`(
    _ configuration: ScreenshotPreviewConfiguration
  ) throws {
    var lasting: Set<ScreenshotPreviewState> = []
    var deadlines = 0
    for var world in try everyWorld(configuration) {
      world.perform(.touch(.ended))
      for _ in 0..<3 where world.allows(.reachDeadline) {
        world.perform(.reachDeadline)
      }
      lasting.insert(world.driver.state)
      deadlines += world.driver.core.nextDeadline == nil ? 0 : 1
    }
    #expect(lasting == [.idle])
    #expect(deadlines == 0)
  }
}
