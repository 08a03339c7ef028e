import Foundation
import PushHub
import Testing

@testable import PushHubObservers
@testable import TestSupport

/// Subscriptions that were replaced.
final class BadgeDotSubscriptionTests: BadgeDotApp {
  @Test func `the end of a subscription that was replaced is not recorded`() async {
    let probe = LatestProbe()
    context.attach(probe)
    attach()
    lifecycle.setPhase(.active)
    lifecycle.setAccount("ann")
    await settle()
    await report(1)
    badge.refresh()
    await settle()
    await report(1, 2)
    #expect(listener.accounts == ["ann", "ann"])
    #expect(probe.reports == ["1", "1 2"])
  }
}

/// Writes down what the listener is recorded to have reported.
private final class LatestProbe: PushPlugin, FeatureRecordObserver {
  private(set) var reports: [String] = []

  func receive(_ record: any FeatureRecord, of name: String?, at date: Date?) {
    guard let latest = record as? LatestNotifications else { return }
    switch latest.result {
    case .success(let cursors):
      reports.append(cursors.map(\.order.text).joined(separator: " "))
    case .failure(let error): reports.append(error.message)
    }
  }
}
