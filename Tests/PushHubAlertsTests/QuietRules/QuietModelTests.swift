import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import PushHubAlerts
@testable import TestSupport

/// Days of a user whose clock is changed and who travels, against the wall clock.
@MainActor
struct QuietModelTests {
  enum Operation: Sendable {
    /// Time passes.
    case pass(hours: Double)

    /// The user changes the clock.
    case turn(hours: Int)

    /// The device is elsewhere, where clocks are not turned by themselves in these days.
    case travel(String)

    /// The app comes or goes.
    case comeOrGo

    /// The user mutes all, for two hours.
    case mute

    /// The user wants quiet nights, or not any more.
    case toggleNights
  }

  private static let alphabet: [Operation] = [
    .pass(hours: 1), .pass(hours: 7), .turn(hours: 24), .turn(hours: -24), .turn(hours: -5),
    .travel("Asia/Tokyo"), .comeOrGo, .mute, .toggleNights,
  ]

  /// The rules, and what a user expects of them.
  @MainActor
  private struct World {
    let app = QuietApp(in: "Asia/Kolkata")
    let offsets = ["Asia/Kolkata": 19_800, "Asia/Tokyo": 32_400]
    var zone = "Asia/Kolkata"
    var hasNights = false
    var muteEnd: Date?

    /// Whether the rules have read the clock and the zone since they changed.
    var isCurrent = true

    init() {
      app.attach()
    }

    mutating func perform(_ operation: Operation) {
      switch operation {
      case .pass(let hours): app.pass(hours * 3_600)
      case .turn(let hours):
        app.clock.jumpWallClock(by: .seconds(hours * 3_600))
        isCurrent = false
      case .travel(let zone):
        self.zone = zone
        app.travel(to: zone)
        isCurrent = false
      case .comeOrGo:
        app.lifecycle.setPhase(app.lifecycle.state.phase == .active ? .background : .active)
        isCurrent = true
      case .mute:
        let end = app.clock.date + 7_200
        muteEnd = end
        app.rules.mute(.sender("apns"), until: end)
        isCurrent = true
      case .toggleNights:
        hasNights.toggle()
        app.rules.settings.windows = hasNights ? QuietSettings.nights.windows : []
        isCurrent = true
      }
    }

    private var isNight: Bool {
      let seconds = Int(app.clock.date.timeIntervalSince1970) + (offsets[zone] ?? 0)
      let hour = seconds / 3_600 % 24
      return hasNights && (hour >= 22 || hour < 7)
    }

    private var isMuted: Bool { muteEnd.map { $0 > app.clock.date } ?? false }

    var mistake: String? {
      let vote = app.vote()
      if (vote != .noOpinion) != (isNight || isMuted) { return "The vote is \(vote)." }
      if app.clock.pendingCount > 1 { return "More than one deadline waits." }
      guard isCurrent else { return nil }
      let state = app.rules.state
      if state.isQuiet != isNight { return "The state is \(state)." }
      return state.mutes.isEmpty == isMuted ? "The mutes are \(state.mutes)." : nil
    }
  }

  private func run(_ operations: [Operation]) -> String? {
    var world = World()
    for operation in operations {
      world.perform(operation)
      if let mistake = world.mistake { return mistake }
    }
    return nil
  }

  @Test func `every sequence of changes of a clock, a zone and settings`() async throws {
    let count = try await EverySequence(of: Self.alphabet, upTo: 3, thorough: 4)
      .check(byRunning: { @MainActor in self.run($0) })
    #expect(count >= Exhaustive.choose(729, thorough: 6_561))
  }

  @Test func `long random days`() async throws {
    try await RandomSequences(
      of: Self.alphabet,
      length: 60,
      count: 20,
      thorough: 60
    )
    .check(byRunning: { @MainActor in self.run($0) })
  }

  @Test func `what can happen to an app happens to rules`() throws {
    var muted = QuietSettings.nights
    muted.mutes = [QuietMute(.thread("a"), until: Date(timeIntervalSince1970: 1_767_225_601))]
    let world = FeatureWorld(QuietCore()) {
      $0.actions = [QuietChange(muted), QuietChange(QuietSettings(), deviceZone: .gmt)]
      $0.rule = { simulation in
        let core = simulation.kernel.core
        return core.state == QuietState() || core.state == core.state(at: simulation.date)
          ? nil : "The state is \(core.state)."
      }
    }
    let count = try EverySequence(of: world.operations, upTo: 3).check(world)
    #expect(count > 1_000)
  }
}
