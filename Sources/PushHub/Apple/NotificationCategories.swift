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
/// What it has registered it remembers by identifier, across launches too. A category of another
/// library with the identifier of a plugin's is replaced, and told to ``log``.
///
/// The center can't be read and set in one step. This sets what it has read twice alike; what another
/// library sets in the moment between the last reading and the setting is lost until that library
/// sets it again. See
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
  private var latest: [NotificationCategory]?

  private static let key = "PushHub.notificationCategories"
  private static let readingLimit = 4

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
    guard !host.categories.isEmpty || !own.isEmpty else { return }
    guard let center else {
      log?(.noCenter)
      return
    }
    var former: Set<CategoryLook>?
    for reading in 1...Self.readingLimit {
      guard let present = await read(center) else {
        log?(.noAnswer)
        return
      }
      let looks = Set(present.map(CategoryLook.init))
      if reading == 1 { tellOfOthers(in: looks) }
      guard isToBeSet(over: looks) else { return }
      if looks == former || reading == Self.readingLimit {
        return set(besides: present, in: center)
      }
      former = looks
    }
  }

  private func read(_ center: UNUserNotificationCenter) async -> Set<UNNotificationCategory>? {
    await SharedAnswer.ask(within: budget, on: host.context.scheduler) { answer in
      center.getNotificationCategories { @Sendable in answer($0) }
    }
  }

  private func isToBeSet(over looks: Set<CategoryLook>) -> Bool {
    guard latest == host.categories else { return true }
    let wanted = Set(host.categories.map { CategoryLook($0.system) })
    return wanted != looks.filter { isOwn($0.identifier) }
  }

  private func set(
    besides present: Set<UNNotificationCategory>,
    in center: UNUserNotificationCenter
  ) {
    let wanted = host.categories
    let foreign = present.filter { !isOwn($0.identifier) }
    own.formUnion(wanted.map(\.identifier))
    center.setNotificationCategories(foreign.union(wanted.map(\.system)))
    latest = wanted
    own = Set(wanted.map(\.identifier))
  }

  private func tellOfOthers(in looks: Set<CategoryLook>) {
    let present = Dictionary(looks.map { ($0.identifier, $0) }) { first, _ in first }
    let known = Set((latest ?? []).map(\.identifier))
    for category in host.categories {
      let (name, look) = (category.identifier, present[category.identifier])
      switch look {
      case nil where known.contains(name): log?(.dropped(name))
      case .some(let look) where !own.contains(name): log?(.replaced(look.identifier))
      case .some(let look) where (latest ?? []).contains { CategoryLook($0.system).isOther(look) }:
        log?(.replaced(name))
      default: break
      }
    }
  }

  private func isOwn(_ identifier: String) -> Bool {
    own.contains(identifier) || host.categories.contains { $0.identifier == identifier }
  }

  /// The identifiers that this has registered, in this process or an earlier one.
  private var own: Set<String> {
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

  /// Another library's category with the identifier of a plugin's was replaced.
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
      "The category \"\(identifier)\" was another library's too, and is the plugin's now: give one of "
        + "them another identifier."
    }
  }
}
#endif
