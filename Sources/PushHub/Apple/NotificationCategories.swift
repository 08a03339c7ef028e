#if canImport(UserNotifications) && !os(tvOS)
import Foundation
// The framework promises the compiler nothing about its classes; see AppHub+NotificationCenter.swift.
@unsafe @preconcurrency import UserNotifications

/// Registers the categories of a host's plugins at the notification center, beside those of others.
///
/// The center has one set of categories, and setting it replaces all. So this reads what is there,
/// takes out what it has registered itself, adds what the plugins have now, and sets that:
///
/// - After plugins have come or gone: once for all that came or went in a turn of the main actor.
/// - On each activation of the app, as far as something is missing: another library may have set its
///   own categories without reading first, which is logged.
///
/// An identifier that a plugin's category has, or had when it was last set, also in an earlier launch,
/// is the plugins': another category under it is replaced, and logged the first time. What an earlier
/// launch has registered stays until this one has plugins with categories: features that an app installs
/// when the user has signed in keep their buttons until then.
///
/// The center can't be read and set in one step: what another library sets in between is lost until that
/// library sets it again. See
/// [setNotificationCategories(_:)](https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/setnotificationcategories(_:)).
@MainActor
final class NotificationCategories {
  var log: ((String) -> Void)?

  private let host: PluginHost
  private let center: UNUserNotificationCenter?
  private let defaults: UserDefaults
  private var isRunning = false
  private var isWanted = false

  /// What this object has set last.
  private var latest: [NotificationCategory] = []

  private static let key = "PushHub.notificationCategories"

  /// Registers what the host's plugins have, from now on.
  ///
  /// - Parameters:
  ///   - host: Whose plugins' categories; its scheduler's time counts.
  ///   - center: The notification center, if there is one.
  ///   - defaults: Where it remembers which categories are its own.
  init(host: PluginHost, center: UNUserNotificationCenter?, defaults: UserDefaults) {
    self.host = host
    self.center = center
    self.defaults = defaults
    host.categoriesDidChange = { [weak self] in self?.check() }
  }

  /// Checks, in the next turn of the main actor, whether all is registered, and registers what isn't.
  ///
  /// Without plugins that have categories, now or earlier in this process, the center is not asked.
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
      log?("\(error)")
    }
  }

  /// An icon can't be read, so what this process has not set yet is set in any case.
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
      log?(
        "The category \"\(name)\" was gone and was registered again: some library sets its own "
          + "categories without keeping those of others."
      )
    }
    for name in replaced.sorted() {
      log?(
        "A category \"\(name)\" was registered by another library or by the app itself, and is the "
          + "plugin's now: give one of them another identifier."
      )
    }
  }

  /// The identifiers of what was set last, in this process or an earlier one.
  private var identifiers: Set<String> {
    get { Set(defaults.stringArray(forKey: Self.key) ?? []) }
    set { defaults.set(newValue.sorted(), forKey: Self.key) }
  }
}
#endif
