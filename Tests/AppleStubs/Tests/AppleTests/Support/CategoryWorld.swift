import Foundation
import PushHub
import PushHubTesting
import UserNotifications

/// A notification center, a host whose plugins have categories, and what registers them.
class CategoryWorld: TimeFixture {
  /// Where it is remembered which categories are the plugins'.
  static let key = "PushHub.notificationCategories"

  let center: UNUserNotificationCenter
  let scheduler = ManualScheduler()
  let hub: AppHub
  let defaults: UserDefaults
  private let suite: String
  private let former: CategoryWorld?
  private(set) var log: [String] = []

  /// A first process of the app, or the next one.
  init(after former: CategoryWorld? = nil) {
    self.former = former
    center = former?.center ?? UNUserNotificationCenter(stub: ())
    suite = former?.suite ?? "categories-\(UUID())"
    defaults = UserDefaults(suiteName: suite) ?? .standard
    hub = AppHub(
      scheduler: scheduler,
      center: center,
      notificationCenter: NotificationCenter(),
      defaults: defaults
    )
    hub.host.log = { [weak self] _, event in
      if event is HubProblem { self?.log.append(event.message) }
    }
  }

  isolated deinit {
    if former == nil { UserDefaults.standard.removePersistentDomain(forName: suite) }
  }

  /// The identifiers that the center has, sorted.
  var registered: [String] { center.stubCategories.map(\.identifier).sorted() }

  /// What is remembered of the plugins' categories.
  var remembered: [String] { defaults.stringArray(forKey: Self.key) ?? [] }

  func install(_ name: String) throws {
    try install(.sample(name))
  }

  /// Installs a plugin that has a category, named as that.
  func install(_ category: NotificationCategory) throws {
    try hub.host.install(Contributor(category), named: category.identifier)
  }

  func activate() {
    hub.lifecycle.setPhase(.background)
    hub.lifecycle.setPhase(.active)
  }
}

/// A plugin that only has a category.
final class Contributor: PushPlugin, PushResponder {
  let categories: [NotificationCategory]

  init(_ category: NotificationCategory) {
    categories = [category]
  }

  func respond(to response: PushResponse, of push: Push) async throws -> Bool { false }
}

extension NotificationCategory {
  static func sample(_ identifier: String) -> NotificationCategory {
    NotificationCategory(
      identifier: identifier,
      actions: [NotificationAction(identifier: "open", title: "Open")]
    )
  }
}

/// A category of another library's.
func foreign(_ identifier: String) -> UNNotificationCategory {
  UNNotificationCategory(identifier: identifier, actions: [], intentIdentifiers: [], options: [])
}
