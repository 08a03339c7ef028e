import Foundation
import Observation
import PushHub
import PushHubObservers
import PushHubTesting
import SwiftUI
import Testing
import UIKit
import UserNotifications

/// The code of the article that leads from a tap to a page.
final class TapToPageTests: AppleWorld {
  private final class AppDelegate: PushHubAppDelegate {
    let navigator = Navigator()

    override func willLaunch() {
      let router = TapRouter { [navigator] push, _ in
        navigator.open(push.link ?? push.payload["link"]?.stringValue)
      }
      try? hub.host.install(router, named: "taps")
    }
  }

  private struct OrdersApp: App {
    @UIApplicationDelegateAdaptor(AppDelegate.self) private var delegate

    var body: some Scene {
      WindowGroup {
        RootView(navigator: delegate.navigator)
          .environment(\.appLifecycle, delegate.hub.lifecycle)
      }
    }
  }

  @MainActor
  private final class Session {
    private let hub: AppHub
    private let router: TapRouter

    init(hub: AppHub, router: TapRouter) {
      self.hub = hub
      self.router = router
    }

    func signIn(as account: AccountID) throws {
      hub.lifecycle.setAccount(account)
      try hub.host.install(router, named: "taps")
    }

    func signOut() throws {
      try hub.host.remove(named: "taps")
      hub.lifecycle.setAccount(nil)
    }
  }

  private let order = #"{"aps":{"alert":"Sent"},"link":"https://example.com/orders/7","order":"7"}"#

  private func tap() async {
    hub.manager.open(payload(order), requestIdentifier: "1")
    await settle()
  }

  @Test func `a tap and a universal link show the order in SwiftUI`() async throws {
    _ = OrdersApp().body
    let delegate = AppDelegate(hub: hub)
    _ = delegate.application(application, didFinishLaunchingWithOptions: nil)
    let screen = StubHost(
      RootView(navigator: delegate.navigator)
        .environment(\.appLifecycle, delegate.hub.lifecycle)
    )
    #expect(screen.texts == ["Orders"])
    await tap()
    #expect(screen.texts == ["Order 7"])
    #expect(delegate.hub.lifecycle.state.visiblePages == ["order"])
    screen.stubOpen(try #require(URL(string: "https://example.com/orders/8")))
    #expect(screen.texts == ["Order 8"])
  }

  @Test func `a tap shows the order in UIKit`() async throws {
    let navigation = UINavigationController()
    let router = TapRouter { [weak navigation] push, _ in
      guard let navigation, let order = push.payload["order"]?.stringValue else { return false }
      navigation.pushViewController(OrderViewController(order: order), animated: false)
      return true
    }
    try hub.host.install(router, named: "taps")
    await tap()
    #expect(navigation.stubPushed.map { ($0 as? OrderViewController)?.order } == ["7"])
  }

  @Test func `a tap waits for the sign-in, and is gone after the sign-out`() async throws {
    let navigator = Navigator()
    let session = Session(
      hub: hub,
      router: TapRouter { push, _ in
        navigator.open(push.payload["link"]?.stringValue)
      }
    )
    await tap()
    #expect(navigator.path.isEmpty)
    try session.signIn(as: "ann")
    await settle()
    #expect(navigator.path.map(\.id) == ["7"])
    try session.signOut()
    #expect(hub.manager.statistics.waiting == 0)
  }
}

struct OrderPage: Hashable {
  let id: String

  init?(_ url: URL) {
    guard url.pathComponents.dropLast().last == "orders" else { return nil }
    id = url.lastPathComponent
  }
}

@MainActor
@Observable
final class Navigator {
  var path: [OrderPage] = []

  @discardableResult
  func open(_ link: String?) -> Bool {
    guard let url = link.flatMap({ URL(string: $0) }), let page = OrderPage(url)
    else { return false }
    path = [page]
    return true
  }
}

private struct RootView: View {
  @Bindable var navigator: Navigator

  var body: some View {
    NavigationStack(path: $navigator.path) {
      Text("Orders")
        .navigationDestination(for: OrderPage.self) { page in
          Text("Order \(page.id)").trackedPage("order")
        }
    }
    .onOpenURL { navigator.open($0.absoluteString) }
  }
}

private final class OrderViewController: UIViewController {
  let order: String

  init(order: String) {
    self.order = order
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) {
    nil
  }
}
