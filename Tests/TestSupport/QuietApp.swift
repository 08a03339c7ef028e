import Foundation
import PushHub
import PushHubAlerts
import PushHubTesting

/// An app with quiet rules, in a zone that a test sets.
class QuietApp: AppFixture {
  let app = SimulatedApp()
  let rules: QuietRules
  private(set) var log: [QuietEvent] = []
  private let place: Holder<TimeZone>

  /// It is midnight in UTC on 1 January 2026, a Thursday.
  init(_ settings: QuietSettings = QuietSettings(), in zone: String = "Europe/Berlin") {
    let place = Holder(TimeZone(identifier: zone) ?? .gmt)
    self.place = place
    rules = QuietRules(settings: settings) { place.value }
    rules.log = { [weak self] in self?.log.append($0) }
  }

  func attach() {
    context.attach(rules)
  }

  func travel(to zone: String) {
    place.value = TimeZone(identifier: zone) ?? .gmt
  }

  /// The vote about a push.
  func vote(_ json: String = #"{"aps":{"alert":"Hi"}}"#, for account: AccountID? = nil)
    -> PresentationVote
  {
    let payload = payload(json)
    return rules.presentation(
      of: Push(
        id: "1",
        messageID: nil,
        payload: payload,
        sender: PushIdentification().identity(of: payload).sender,
        account: account,
        receivedAt: clock.date,
        callbacks: [.present]
      )
    )
  }
}

extension PresentationVote {
  static func quiet(_ reason: String) -> Self { .limit(to: [.list, .badge], reason: reason) }
}

extension QuietSettings {
  /// From 22:00 to 07:00 on all days.
  static var nights: Self {
    var settings = Self()
    settings.windows = [QuietWindow(from: TimeOfDay(hour: 22), to: TimeOfDay(hour: 7))]
    return settings
  }

  static func muting(_ subjects: NotificationSubject...) -> Self {
    var settings = Self()
    settings.mutes = subjects.map { QuietMute($0) }
    return settings
  }
}
