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
/// What it has registered last it remembers by its look, across launches too: the identifier, the
/// buttons with their titles, and the options. So it takes out what still looks so, and not what somebody else has
/// registered since under an identifier that was a plugin's. Of one that looks the same nobody can tell
/// whose it is: it goes with the plugin.
///
/// While a plugin has a category, one of another look under the same identifier is replaced, and told
/// to ``log``.
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

  /// What this object has set last, of what the plugins still have.
  private var latest: Set<NotificationCategory> = []

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
    guard !host.categories.isEmpty || !remembered.isEmpty else { return }
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
      let wanted = Wanted(host.categories)
      guard isToBeSet(wanted, over: looks) else { return keep(wanted) }
      if looks == former || reading == Self.readingLimit {
        return set(wanted, over: present, in: center)
      }
      former = looks
    }
  }

  private func read(_ center: UNUserNotificationCenter) async -> Set<UNNotificationCategory>? {
    await SharedAnswer.ask(within: budget, on: host.context.scheduler) { answer in
      center.getNotificationCategories { @Sendable in answer($0) }
    }
  }

  /// An icon can't be read, so what this process has not set yet is set in any case.
  private func isToBeSet(_ wanted: Wanted, over looks: Set<CategoryLook>) -> Bool {
    guard latest.isSuperset(of: wanted.categories) else { return true }
    let own = own(among: wanted)
    return wanted.looks != looks.filter { own($0) }
  }

  private func set(
    _ wanted: Wanted,
    over present: Set<UNNotificationCategory>,
    in center: UNUserNotificationCenter
  ) {
    let own = own(among: wanted)
    let foreign = present.filter { !own(CategoryLook($0)) }
    let entries = entries(for: wanted, over: Set(present.map(CategoryLook.init)))
    // Both, so that a process which ends in between leaves nothing behind that is nobody's.
    remembered.formUnion(wanted.digests)
    center.setNotificationCategories(foreign.union(wanted.categories.map(\.system)))
    keep(wanted)
    for entry in entries { log?(entry) }
  }

  private func keep(_ wanted: Wanted) {
    latest = Set(wanted.categories)
    if remembered != wanted.digests { remembered = wanted.digests }
  }

  /// What becomes of those that the plugins have, when they are set over what is there.
  private func entries(
    for wanted: Wanted,
    over looks: Set<CategoryLook>
  ) -> [CategoryLogEntry] {
    let known = Set(latest.map(\.identifier))
    let remembered = remembered
    let present = Dictionary(grouping: looks, by: \.identifier)
    return wanted.categories.compactMap { category in
      let name = category.identifier
      guard let found = present[name] else { return known.contains(name) ? .dropped(name) : nil }
      let isOurs = found.allSatisfy {
        wanted.looks.contains($0) || remembered.contains($0.digest)
      }
      return isOurs ? nil : .replaced(name)
    }
  }

  /// Tells what is the plugins', now or before: by identifier what they have now, by its look what
  /// they had.
  private func own(among wanted: Wanted) -> (CategoryLook) -> Bool {
    let names = Set(wanted.categories.map(\.identifier))
    let remembered = remembered
    return { names.contains($0.identifier) || remembered.contains($0.digest) }
  }

  /// The digests of what this has registered last, in this process or an earlier one.
  private var remembered: Set<String> {
    get { Set(defaults.stringArray(forKey: Self.key) ?? []) }
    set { defaults.set(newValue.sorted(), forKey: Self.key) }
  }
}

/// The plugins' categories at a moment, and how they look.
@MainActor
private struct Wanted {
  let categories: [NotificationCategory]
  let looks: Set<CategoryLook>
  let digests: Set<String>

  init(_ categories: [NotificationCategory]) {
    self.categories = categories
    looks = Set(categories.map { CategoryLook($0.system) })
    digests = Set(looks.map(\.digest))
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

  /// A category of another look, with the identifier of a plugin's, was replaced: another library's,
  /// or one that the app has registered without a plugin.
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
      "A category \"\(identifier)\" of another look was registered by another library or by the app "
        + "itself, and is the plugin's now: give one of them another identifier."
    }
  }
}
#endif
