import Foundation
import PushHub
import PushHubAlerts
import PushHubTesting
import Testing

@testable import TestSupport

/// The code of the article on quiet rules.
@MainActor
struct QuietSnippets: AppFixture {
  let app = SimulatedApp()

  @Test func `settings are changed, stored and read`() throws {
    let tomorrow = clock.date + 86_400
    let data = try change(QuietSettings(), in: host, until: tomorrow)
    let stored = try JSONDecoder().decode(QuietSettings.self, from: data)
    #expect(stored.windows.count == 1)
    #expect(stored.mutes == [QuietMute(.thread("orders"), until: tomorrow)])
  }

  private func change(
    _ stored: QuietSettings,
    in host: PluginHost,
    until tomorrow: Date
  ) throws -> Data {
    let rules = QuietRules(settings: stored)
    try host.install(rules, named: "quiet")

    rules.settings.windows = [
      QuietWindow(from: TimeOfDay(hour: 22), to: TimeOfDay(hour: 7))
    ]
    rules.mute(.thread("orders"), until: tomorrow)
    let data = try JSONEncoder().encode(rules.settings)
    return data
  }

  @Test func `a view shows the end of quiet hours`() {
    let zone = TimeZone.gmt
    let rules = QuietRules(
      settings: .nights
    ) { zone }
    context.attach(rules)
    var label = ""
    if rules.isQuiet, let end = rules.nextChange {
      label = "Quiet until \(end.formatted(date: .omitted, time: .shortened))"
    }
    #expect(label.hasPrefix("Quiet until "))
  }
}
