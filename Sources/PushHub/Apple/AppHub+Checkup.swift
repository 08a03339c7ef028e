#if canImport(UserNotifications)
public import Foundation
// The framework's classes are not annotated for concurrency; only copies leave its callbacks.
@unsafe @preconcurrency import UserNotifications

extension AppHub {
  /// Checks each step of a push's way to the features.
  ///
  /// It asks the system two questions, each of which may take 2 s, and changes nothing. The result is recorded.
  /// In an extension it has only the findings that are possible there.
  ///
  /// - Parameters:
  ///   - folders: The folders of app groups that the app shares with its extensions, from `FileManager`'s
  ///     `containerURL(forSecurityApplicationGroupIdentifier:)`, which is `nil` for a group that the app does
  ///     not have.
  ///   - bundle: The bundle of the process; `.main` but for tests.
  public func checkup(sharing folders: [URL?] = [], of bundle: Bundle = .main) async -> Checkup {
    let isExtension = bundle.bundleURL.pathExtension == "appex"
    // An extension's own values are not the app's.
    var findings =
      isExtension
      ? [.registration(.ofExtension)] : certainFindings(of: bundle) + processFindings(of: bundle)
    findings += await systemFindings()
    if !folders.isEmpty {
      let areWritable = folders.allSatisfy { folder in
        folder.map { FileManager.default.isWritableFile(atPath: $0.path) } ?? false
      }
      findings.append(.sharedFolders(areWritable: areWritable))
    }
    let arrivals = manager.arrivalsFinding ?? (isExtension ? nil : .noArrivals)
    findings += arrivals.map { [$0] } ?? []
    findings += [
      manager.silentPushesFinding(registration?.application?.backgroundProblem),
      manager.journalFinding,
    ]
    let environment = isExtension ? nil : bundle.pushEntitlement.environment
    findings += host.plugins.flatMap { $0.findings(inEnvironment: environment) }
    let checkup = Checkup(findings: findings)
    host.context.record(checkup)
    return checkup
  }

  /// The findings on what the app has asked for, and on its build.
  private func certainFindings(of bundle: Bundle) -> [Checkup.Finding] {
    let asked: [Checkup.Finding] = [
      .registration(registrationState), .entitlement(bundle.pushEntitlement),
    ]
    #if os(macOS)
    return asked
    #else
    let identifiers = bundle.list("BGTaskSchedulerPermittedIdentifiers")
    let missing = processIdentifiers.subtracting(identifiers)
    let tasks = missing.isEmpty ? processIdentifiers : missing
    let modes = Checkup.Finding.backgroundModes(
      bundle.list("UIBackgroundModes") + bundle.list("WKBackgroundModes"),
      hasIdentifier: refreshIdentifier.map(identifiers.contains) ?? false,
      workers: manager.workers(onPush: true).map(\.participant.name),
      refreshers: refreshIdentifier == nil
        ? [] : manager.workers(onPush: false).map(\.participant.name),
      tasks: tasks.sorted().map { "\"\($0)\"" },
      hasTaskIdentifiers: missing.isEmpty
    )
    return asked + [modes]
    #endif
  }

  private var registrationState: Checkup.Finding.Registration {
    // A token stays valid when a later registration fails.
    if manager.deviceToken != nil { return .registered }
    if let failure = manager.registrationFailure { return .failed(failure) }
    return .unanswered(
      for: registration?.request.map { scheduler.now - $0 },
      isGranted: registration?.application?.isRegisteredForRemoteNotifications == true
    )
  }

  /// The findings on what is connected in this process.
  private func processFindings(of bundle: Bundle) -> [Checkup.Finding] {
    var findings: [Checkup.Finding] = []
    #if !os(tvOS)
    findings.append(.delegate(delegateState))
    #endif
    #if canImport(UIKit) && !os(watchOS)
    findings.append(.scenes(sceneProblems.sorted()))
    if bundle.object(forInfoDictionaryKey: "UIApplicationSceneManifest") == nil {
      findings.append(.noSceneManifest)
    }
    #endif
    return findings
  }

  #if !os(tvOS)
  private var delegateState: Checkup.Finding.Delegate {
    guard let center else { return .noCenter }
    guard isStarted else { return .notStarted }
    guard center.delegate === self else {
      return .other(center.delegate.map { "\(type(of: $0))" })
    }
    return .hub(isLate: registration?.isLate == true)
  }
  #endif

  /// The findings on what the system answers.
  private func systemFindings() async -> [Checkup.Finding] {
    #if os(tvOS)
    return []
    #else
    guard center != nil else { return [] }
    let budget = Duration.seconds(2)
    let levels = manager.arrivals.interruptionLevels.sorted { $0.rawValue < $1.rawValue }
    let findings: [Checkup.Finding]? = try? await center.answer(within: budget, on: scheduler) {
      center,
      answer in
      center.getNotificationSettings { @Sendable settings in
        let interruptions = levels.map { level in
          Checkup.Finding.interruption(level, isEnabled: settings.isEnabled(level))
        }
        answer([.permission(settings)] + interruptions)
      }
    }
    let registered: Set<String>? = try? await center.answer(within: budget, on: scheduler) {
      center,
      answer in
      center.getNotificationCategories { @Sendable in answer(Set($0.map(\.identifier))) }
    }
    let named = manager.arrivals.categories
    return (findings ?? [.permission(nil)])
      + (named.isEmpty ? [] : [.categories(named, registered: registered)])
    #endif
  }
}

// MARK: - The registration

/// An application of any platform that gets a device token.
@MainActor
protocol RegisteringApplication: AnyObject {
  /// Whether the system reports that it has given a token.
  var isRegisteredForRemoteNotifications: Bool { get }

  /// The reason why the system does not start it in the background, in a sentence; `nil` if it does.
  var backgroundProblem: String? { get }

  func registerForRemoteNotifications()

  func unregisterForRemoteNotifications()
}

extension RegisteringApplication {
  var backgroundProblem: String? { nil }
}

extension AppHub {
  /// The registration since the app has launched.
  struct Registration {
    weak var application: (any RegisteringApplication)?

    /// The time when the hub first requested a token, or the app its renewal.
    var request: ContinuousClock.Instant?

    /// Whether the hub was first started when the launch had ended.
    let isLate: Bool

    /// The time before which no token is requested again.
    var nextRequest: ContinuousClock.Instant

    /// The number of such requests since the start.
    var requestCount = 0
  }

  /// Requests another device token, for a server that calls the present one invalid.
  ///
  /// It unregisters the app and registers it again; the system may give the same token. If it refuses, the token is
  /// missing, and requested again when the app returns. At most once a minute, and seldom if it is called again and
  /// again.
  ///
  /// - Returns: Whether a token was requested.
  @discardableResult
  public func renewToken() -> Bool {
    requestToken {
      registration?.request = scheduler.now
      manager.deviceToken = nil
      $0.unregisterForRemoteNotifications()
    }
  }

  /// Requests a token that is still missing when the app returns: after a minute, then seldom.
  func requestMissingToken() {
    guard manager.deviceToken == nil, registration?.request != nil else { return }
    requestToken { _ in }
  }

  @discardableResult
  private func requestToken(_ prepare: (any RegisteringApplication) -> Void) -> Bool {
    guard let former = registration, let application = former.application,
      former.nextRequest <= scheduler.now
    else { return false }
    registration?.nextRequest = scheduler.now + .seconds(60 << min(former.requestCount, 6))
    registration?.requestCount += 1
    prepare(application)
    application.registerForRemoteNotifications()
    return true
  }

  /// Requests a device token, if the app wants that.
  ///
  /// In debug builds, findings that are certainly broken are logged after the time for an answer.
  func register(
    with application: any RegisteringApplication,
    isRequested: Bool,
    isLate: Bool = false
  ) {
    if isRequested { application.registerForRemoteNotifications() }
    #if DEBUG
    if registration == nil {
      scheduler.schedule(after: Checkup.Finding.registrationTimeout) { [weak self] in
        for finding in self?.certainFindings(of: .main) ?? [] where finding.verdict == .broken {
          self?.host.report(finding.description)
        }
      }
    }
    #endif
    registration = Registration(
      application: application,
      request: registration?.request ?? (isRequested ? scheduler.now : nil),
      isLate: registration?.isLate ?? isLate,
      nextRequest: scheduler.now + .seconds(60)
    )
  }
}

#if !os(tvOS)
extension UNNotificationSettings {
  /// Whether the system treats pushes of a level as such; `nil` if the app has no entitlement for it.
  fileprivate func isEnabled(_ level: APS.InterruptionLevel) -> Bool? {
    let setting = level == .critical ? criticalAlertSetting : timeSensitiveSetting
    return setting == .notSupported ? nil : setting == .enabled
  }
}

extension Checkup.Finding {
  fileprivate static func permission(_ settings: UNNotificationSettings) -> Self {
    func disabled(_ switches: [(String, UNNotificationSetting)]) -> [String] {
      switches.filter { $0.1 == .disabled }.map(\.0)
    }
    var hidden = disabled([
      ("alerts", settings.alertSetting), ("sounds", settings.soundSetting),
      ("the notification center", settings.notificationCenterSetting),
    ])
    #if !os(watchOS)
    hidden += disabled([
      ("badges", settings.badgeSetting), ("the lock screen", settings.lockScreenSetting),
    ])
    if settings.alertSetting == .enabled, settings.alertStyle == .none {
      hidden.append("banners")
    }
    #endif
    if settings.scheduledDeliverySetting == .enabled {
      hidden.append("delay, but in the summary")
    }
    return .permission(PermissionLevel(settings.authorizationStatus), hidden: hidden)
  }
}
#endif

// MARK: - The bundle

extension Bundle {
  fileprivate func list(_ key: String) -> [String] {
    object(forInfoDictionaryKey: key) as? [String] ?? []
  }

  /// The push entitlement in the provisioning profile, which builds for development and ad hoc builds have.
  ///
  /// See [Embedded provisioning profile](https://developer.apple.com/documentation/technotes/tn3125-inside-code-signing-provisioning-profiles).
  fileprivate var pushEntitlement: Checkup.Finding.Entitlement {
    let names = [
      "embedded.mobileprovision", "Contents/embedded.provisionprofile",
    ]
    let files = names.compactMap { try? Data(contentsOf: bundleURL.appending(path: $0)) }
    guard let file = files.first else {
      #if targetEnvironment(simulator)
      return .environment("development")
      #else
      return .store
      #endif
    }
    guard let begin = file.range(of: Data("<?xml".utf8)),
      let end = file.range(of: Data("</plist>".utf8), in: begin.upperBound..<file.endIndex),
      let list = try? unsafe PropertyListSerialization.propertyList(
        from: file[begin.lowerBound..<end.upperBound],
        format: nil
      ) as? [String: Any],
      let entitlements = list["Entitlements"] as? [String: Any]
    else { return .unreadable }
    let environment =
      entitlements["aps-environment"] ?? entitlements["com.apple.developer.aps-environment"]
    return (environment as? String).map { .environment($0) } ?? .missing
  }
}
#endif
