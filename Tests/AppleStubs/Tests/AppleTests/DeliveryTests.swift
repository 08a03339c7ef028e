import DeliveryShared
import Foundation
import PushHub
import PushHubBackend
import PushHubObservers
import PushHubTesting
import SwiftUI
import Testing
import UserNotifications

@testable import DeliveryApp
@testable import DeliveryWidgets
@testable import WidgetKit

/// The example's taps, of which all end in one method, and the tokens of its widget extension.
@MainActor
@Suite(.serialized)
struct DeliveryTests {
  private typealias Navigator = DeliveryShared.Navigator

  private let folder = TemporaryFolder()

  init() {
    Navigator.shared.path = []
  }

  @Test func `a tap on a notification and a link lead to their pages`() async throws {
    let world = AppleWorld()
    let delegate = DeliveryDelegate(hub: world.hub)
    delegate.folder = folder.url
    delegate.willLaunch()
    let push = PushPayload(userInfo: ["link": "delivery://orders/7"])
    delegate.hub.manager.open(push, requestIdentifier: "1")
    await world.settle()
    #expect(Navigator.shared.path == [.order("7")])

    let screen = StubHost(OrderList(navigator: .shared, badge: delegate.badges["orders"]))
    screen.stubOpen(try #require(URL(string: DeliveryPage.courier("8").link)))
    #expect(Navigator.shared.path == [.order("8"), .courier("8")])
  }

  @Test func `the button of the Live Activity leads to the courier`() async {
    StubHost(DeliveryView(order: "7", state: .init(minutes: 3))).stubAct("Courier")
    #expect(await eventually { Navigator.shared.path == [.order("7"), .courier("7")] })
  }

  @Test func `the tokens of widgets and controls are written while there are any`() {
    let (info, controls) = (WidgetPushInfo(token: Data([1])), [nil, Data([2])])
    OrdersPushHandler().pushTokenDidChange(info, widgets: [WidgetInfo()])
    OrdersControlPushHandler().pushTokensDidChange(
      controls: controls.map { ControlInfo(pushInfo: $0.map(ControlPushInfo.init)) }
    )
    #expect(SharedTokens.delivery.all()["widgets"] == PushToken(text: "01"))
    #expect(SharedTokens.delivery.all()["control-0"] == PushToken(text: "02"))
    OrdersPushHandler().pushTokenDidChange(info, widgets: [])
    OrdersControlPushHandler().pushTokensDidChange(controls: [])
    #expect(SharedTokens.delivery.all() == ["widgets": nil, "control-0": nil])
  }
}
