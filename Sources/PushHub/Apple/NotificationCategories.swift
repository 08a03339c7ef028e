#if canImport(UserNotifications) && !os(tvOS)
import Foundation
// The framework's classes are not annotated for concurrency; see AppHub+NotificationCenter.swift.
@unsafe @preconcurrency import UserNotifications

/// Registers the categories of a host's plugins at the notification center, beside those of others.
///
/// The center has one set of categories, and setting it replaces all. So this reads the set, removes the
/// categories that it has registered itself, adds those of the plugins, and sets the result:
///
/// - After plugins were installed or removed: once for all changes in a turn of the main actor.
/// - On each activation of the app, if a category is missing: another library may have set its own categories
///   without keeping those of others, which is logged.
///
/// An identifier that was last set for a plugin, also in an earlier launch, belongs to the plugins: another
/// category with that identifier is replaced, and logged the first time. Categories of an earlier launch stay
/// until this one has plugins with categories, so that features which an app installs after sign-in keep their
/// buttons until then.
///
/// The center can't be read and set in one step: categories that another library sets in between are lost until
/// it sets them again. See
/// [setNotificationCategories(_:)](https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/setnotificationcategories(_:)).
@MainActor
final class NotificationCategories {
  private let host: PluginHost
  private let center: UNUserNotificationCenter?
  private let defaults: UserDefaults
  private var isRunning = false
  private var isWanted = false

  /// The categories that this object has set last.
  private var latest: [NotificationCategory] = []

  private static let key = "PushHub.notificationCategories"

  /// Registers the categories of a host's plugins from now on.
  ///
  /// - Parameters:
  ///   - host: The host of the plugins and of the clock.
  ///   - center: The notification center, if there is one.
  ///   - defaults: Keeps which categories are its own.
  init(host: PluginHost, center: UNUserNotificationCenter?, defaults: UserDefaults) {
    self.host = host
    self.center = center
    self.defaults = defaults
    host.categoriesDidChange = { [weak self] in self?.check() }
  }

  /// Registers missing categories in the next turn of the main actor.
  ///
  /// If no plugin of this process has had categories, the center is not read.
  func check() {
    isWanted = true
    guard !isRunning else { return }
    isRunning = true
    host.context.scheduler.perform { [weak self] in
      while self?.isWanted == true {
        self?.isWanted = false
        await self?.reconcile()
      }
      self?.isRunning = false
    }
  }

  private func reconcile() async {
    guard let center, !host.categories.isEmpty || !latest.isEmpty else { return }
    do {
      let present: Set<UNNotificationCategory> =
        try await self.center.answer(
          within: .seconds(10),
          on: host.context.scheduler
        ) { center, answer in
          center.getNotificationCategories { @Sendable in answer($0) }
        }
      set(host.categories, over: present, in: center)
    } catch {
      host.report("\(error)")
    }
  }

  /// Icons can't be read, so a category that this process has not set yet is always set.
  private func set(
    _ categories: [NotificationCategory],
    over present: Set<UNNotificationCategory>,
    in center: UNUserNotificationCenter
  ) {
    let names = Set(categories.map(\.identifier))
    let own = identifiers.union(names)
    let wanted = present.filter { !own.contains($0.identifier) }.union(categories.map(\.system))
    guard latest != categories || identifiers != names || present != wanted else { return }
    let found = Set(present.map(\.identifier))
    let dropped = names.subtracting(found).intersection(latest.map(\.identifier))
    let replaced = names.intersection(found).subtracting(identifiers)
    center.setNotificationCategories(wanted)
    latest = categories
    identifiers = names
    for name in dropped.sorted() {
      host.report(
        "The category \"\(name)\" was missing and was registered again: another library sets its "
          + "categories without keeping those of others."
      )
    }
    for name in replaced.sorted() {
      host.report(
        "The plugin's category \"\(name)\" replaced one of another library or of the app itself: give one "
          + "of them another identifier."
      )
    }
  }

  /// The identifiers that were set last, in this process or an earlier one.
  private var identifiers: Set<String> {
    get { Set(defaults.stringArray(forKey: Self.key) ?? []) }
    set { defaults.set(newValue.sorted(), forKey: Self.key) }
  }
}
#endif
