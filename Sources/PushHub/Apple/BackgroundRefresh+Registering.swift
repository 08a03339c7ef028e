#if canImport(BackgroundTasks) && canImport(UserNotifications) && !os(macOS) && !os(watchOS)
// The framework promises the compiler nothing about its classes; see BackgroundRefresh.
@unsafe @preconcurrency public import BackgroundTasks

extension AppHub {
  /// Has the system give the app time in the background now and then, in which features refresh.
  ///
  /// To be called before ``start(with:registersForRemoteNotifications:)``: in `willLaunch()`, since the
  /// system ends an app that registers later. Here, a call that comes too late does nothing but tell the
  /// manager's log, as does one with an identifier that is not in the app's Info.plist. Another call
  /// takes the place of the former.
  ///
  /// - Parameters:
  ///   - identifier: One of `BGTaskSchedulerPermittedIdentifiers` in the app's Info.plist.
  ///   - delay: How long after it was asked for a refresh may begin, within
  ///     ``BackgroundRefresh/bounds``.
  ///   - system: Who gives the time; that of the process by default.
  /// - Returns: What asks the system, kept by the hub; `nil` if it was not registered.
  @available(iOSApplicationExtension, unavailable)
  @available(macCatalystApplicationExtension, unavailable)
  @available(tvOSApplicationExtension, unavailable)
  @available(visionOSApplicationExtension, unavailable)
  @discardableResult
  public func refresh(
    identifier: String,
    after delay: Duration = .seconds(3_600),
    system: BGTaskScheduler = .shared
  ) -> BackgroundRefresh? {
    guard monitor == nil else {
      manager.noteRefusedRefresh(
        "\"\(identifier)\" is registered too late: call refresh(identifier:after:) in willLaunch()"
      )
      return nil
    }
    let refresh = BackgroundRefresh(
      identifier: identifier,
      after: delay,
      manager: manager,
      records: context.records,
      system: system
    )
    guard refresh.register(with: system) else {
      manager.noteRefusedRefresh(
        "add \"\(identifier)\" to BGTaskSchedulerPermittedIdentifiers in the app's Info.plist"
      )
      return nil
    }
    if let former = refresher as? BackgroundRefresh {
      lifecycle.remove(former)
    }
    refresher = refresh
    lifecycle.add(refresh)
    return refresh
  }
}

extension BackgroundRefresh {
  /// Who uses the times of an identifier; the system takes one handler for each, for good.
  @MainActor
  private final class Registration {
    static var all: [Registration] = []

    let identifier: String
    weak var system: BGTaskScheduler?
    weak var user: BackgroundRefresh?

    init(identifier: String, system: BGTaskScheduler) {
      self.identifier = identifier
      self.system = system
    }
  }

  /// Takes the times of its identifier from now on, also where another object has taken them before.
  ///
  /// - Returns: Whether the system knows the identifier.
  @available(iOSApplicationExtension, unavailable)
  @available(macCatalystApplicationExtension, unavailable)
  @available(tvOSApplicationExtension, unavailable)
  @available(visionOSApplicationExtension, unavailable)
  fileprivate func register(with system: BGTaskScheduler) -> Bool {
    Registration.all.removeAll { $0.system == nil }
    let known = Registration.all.first { $0.identifier == identifier && $0.system === system }
    if let known {
      known.user = self
      return true
    }
    let registration = Registration(identifier: identifier, system: system)
    registration.user = self
    // Called on a queue of the system's, so that nothing in it may belong to the main actor.
    let handler: @Sendable (BGTask) -> Void = { task in
      let time = Time { task.setTaskCompleted(success: $0) }
      task.expirationHandler = { onMainActor { time.handle(.expired) } }
      onMainActor {
        guard let user = registration.user else { return time.handle(.expired) }
        user.use(time)
      }
    }
    guard system.register(forTaskWithIdentifier: identifier, using: nil, launchHandler: handler)
    else { return false }
    Registration.all.append(registration)
    return true
  }
}
#endif
