#if canImport(UserNotifications) && !os(tvOS)
public import Foundation
// The framework promises the compiler nothing about its classes; see NotificationCenterDelegate.
@unsafe @preconcurrency public import UserNotifications

/// Registers the categories of a host's plugins at the notification center, beside those of others.
///
/// The center has one set of categories, and setting it replaces all. So this reads what is there,
/// takes out what it has registered itself, adds what the plugins have now, and sets that:
///
/// - After plugins have come or gone: once for all that came or went in a turn of the main actor.
/// - On each activation of the app, as far as something is missing: another library may have set its
///   own categories without reading first, which ``log`` is told.
///
/// An identifier that a plugin's category has, or had when it was last set, also in an earlier launch,
/// is the plugins': another category under it is replaced, and told to ``log`` the first time.
///
/// The center can't be read and set in one step: what another library sets in between is lost until that
/// library sets it again. See
/// [setNotificationCategories(_:)](https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/setnotificationcategories(_:)).
@MainActor
public final class NotificationCategories {
  /// Told what other libraries do with categories, and what the center does not do.
  public var log: ((CategoryLogEntry) -> Void)?

  private let host: PluginHost
  private let defaults: UserDefaults
  private let budget: Duration
  private let givenCenter: UNUserNotificationCenter?
  private lazy var center = givenCenter ?? UNUserNotificationCenter.current(of: .main)
  private var isRunning = false
  private var isWanted = false

  /// What this object has set last.
  private var latest: [NotificationCategory] = []

  private static let key = "PushHub.notificationCategories"

  /// Makes one that registers what the host's plugins have, from now on.
  ///
  /// It is told by ``PluginHost/categoriesDidChange``, and by the lifecycle that it is added to.
  ///
  /// - Parameters:
  ///   - host: Whose plugins' categories; its scheduler's time counts.
  ///   - center: The notification center, that of the process by default.
  ///   - defaults: Where it remembers which categories are its own.
  ///   - budget: How long the center may take to say which categories it has.
  public init(
    host: PluginHost,
    center: UNUserNotificationCenter? = nil,
    defaults: UserDefaults = .standard,
    budget: Duration = .seconds(10)
  ) {
    self.host = host
    self.defaults = defaults
    self.budget = budget
    givenCenter = center
    host.categoriesDidChange = { [weak self] in self?.check() }
    if !host.categories.isEmpty { check() }
  }
}

extension NotificationCategories {
  /// Looks, in the next turn of the main actor, whether all is registered, and registers what isn't.
  ///
  /// Without plugins that have categories, now or before, the center is not asked.
  public func check() {
    isWanted = true
    guard !isRunning else { return }
    isRunning = true
    host.context.scheduler.perform { [weak self] in await self?.run() }
  }

  private func run() async {
    while isWanted {
      isWanted = false
      await reconcile()
    }
    isRunning = false
  }

  private func reconcile() async {
    guard !host.categories.isEmpty || !identifiers.isEmpty else { return }
    guard let center else {
      log?(.noCenter)
      return
    }
    let answer: Set<UNNotificationCategory>? = await SharedAnswer.ask(
      within: budget,
      on: host.context.scheduler
    ) { answer in
      center.getNotificationCategories { @Sendable in answer($0) }
    }
    guard let present = answer else {
      log?(.noAnswer)
      return
    }
    set(host.categories, over: present, in: center)
  }

  /// An icon can't be read, so what this process has not set yet is set in any case.
  private func set(
    _ categories: [NotificationCategory],
    over present: Set<UNNotificationCategory>,
    in center: UNUserNotificationCenter
  ) {
    let wanted = Set(categories.map(\.system))
    let names = Set(categories.map(\.identifier))
    let own = identifiers.union(names)
    let foreign = present.filter { !own.contains($0.identifier) }
    guard latest != categories || identifiers != names || present != foreign.union(wanted) else {
      return
    }
    let found = Set(present.map(\.identifier))
    let dropped = Set(latest.map(\.identifier)).intersection(names).subtracting(found)
    let replaced = found.intersection(names).subtracting(identifiers)
    center.setNotificationCategories(foreign.union(wanted))
    latest = categories
    identifiers = names
    for name in dropped.sorted() { log?(.dropped(name)) }
    for name in replaced.sorted() { log?(.replaced(name)) }
  }

  /// The identifiers of what was set last, in this process or an earlier one.
  private var identifiers: Set<String> {
    get { Set(defaults.stringArray(forKey: Self.key) ?? []) }
    set { defaults.set(newValue.sorted(), forKey: Self.key) }
  }
}

extension NotificationCategories: LifecycleObserver {
  /// Looks whether all is registered if the app is active.
  public func begin(with state: LifecycleState) {
    if state.phase == .active { check() }
  }

  /// Looks whether all is registered when the app becomes active.
  public func receive(_ event: LifecycleEvent, state: LifecycleState) {
    if event == .phaseChanged(.active) { check() }
  }
}

/// What becomes of categories, as far as it is worth telling.
public enum CategoryLogEntry: Hashable, Sendable {
  /// The process has no notification center.
  case noCenter

  /// The center did not say in time which categories it has.
  case noAnswer

  /// A plugin's category, of this identifier, was gone, and was registered again.
  case dropped(String)

  /// A category with the identifier of a plugin's, but not a plugin's, was replaced.
  case replaced(String)
}

extension CategoryLogEntry: CustomStringConvertible {
  /// What happened, and what to do about it.
  public var description: String {
    switch self {
    case .noCenter:
      "This process is not the executable of an app bundle, so it has no notification center: no "
        + "category is registered."
    case .noAnswer:
      "The notification center did not say in time which categories it has. It is asked again when "
        + "the app becomes active."
    case .dropped(let identifier):
      "The category \"\(identifier)\" was gone and was registered again: some library sets its own "
        + "categories without keeping those of others."
    case .replaced(let identifier):
      "A category \"\(identifier)\" was registered by another library or by the app itself, and is "
        + "the plugin's now: give one of them another identifier."
    }
  }
}
#endif
