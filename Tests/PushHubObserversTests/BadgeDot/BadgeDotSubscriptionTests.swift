import Foundation
import PushHub
import PushHubNetworking
import PushHubTesting
import Testing

@testable import PushHubObservers
@testable import TestSupport

/// Subscriptions that were replaced.
@MainActor
struct BadgeDotSubscriptionTests {
  let app = BadgeDotApp()

  @Test func `the end of a subscription that was replaced is not recorded`() async {
    let (context, probe) = (app.context, LatestProbe())
    context.attach(probe)
    app.badge.map(context.attach)
    app.lifecycle.setPhase(.active)
    app.lifecycle.setAccount("ann")
    await app.settle()
    await app.report(1)
    app.badge?.refresh()
    await app.settle()
    await app.report(1, 2)
    #expect(app.listener.accounts == ["ann", "ann"])
    #expect(probe.reports == ["1", "1 2"])
  }
}

/// Writes down what the listener is recorded to have reported.
@MainActor
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
