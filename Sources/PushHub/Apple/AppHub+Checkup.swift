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
    var evidence = evidence(of: bundle)
    evidence.sharedFolders = folders.map { folder in
      folder.map { FileManager.default.isWritableFile(atPath: $0.path) } ?? false
    }
    await ask(for: &evidence)
    evidence.contributions = host.plugins.flatMap {
      $0.findings(inEnvironment: evidence.environment)
    }
    let checkup = Checkup(findings: evidence.findings)
    host.context.record(checkup)
    return checkup
  }

  /// The facts that are known without asking the system.
  private func evidence(of bundle: Bundle) -> CheckupEvidence {
    var evidence = CheckupEvidence()
    evidence.isExtension = bundle.bundleURL.pathExtension == "appex"
    manager.add(to: &evidence)
    // An extension's own values are not the app's.
    guard !evidence.isExtension else { return evidence }
    evidence.registration = registrationEvidence
    evidence.entitlement = bundle.pushEntitlement
    #if !os(macOS)
    evidence.backgroundModes = CheckupEvidence.BackgroundModes(
      modes: bundle.list("UIBackgroundModes") + bundle.list("WKBackgroundModes"),
      taskIdentifiers: bundle.list("BGTaskSchedulerPermittedIdentifiers")
        .filter { $0 == refreshIdentifier },
      workers: manager.names(of: (any BackgroundPushObserver).self),
      refreshers: refreshIdentifier == nil ? [] : manager.names(of: (any BackgroundRefresher).self)
    )
    #endif
    #if !os(tvOS)
    evidence.delegate = delegateEvidence
    #endif
    #if canImport(UIKit) && !os(watchOS)
    evidence.sceneProblems = sceneProblems.sorted()
    evidence.hasSceneManifest =
      bundle.object(forInfoDictionaryKey: "UIApplicationSceneManifest") != nil
    #endif
    evidence.backgroundProblem = registration?.application?.backgroundProblem
    return evidence
  }

  private var registrationEvidence: CheckupEvidence.Registration {
    // A token stays valid when a later registration fails.
    if manager.deviceToken != nil { return .registered }
    if let failure = manager.registrationFailure { return .failed(failure) }
    return .unanswered(
      for: registration?.request.map { scheduler.now - $0 },
      isGranted: registration?.application?.isRegisteredForRemoteNotifications == true
    )
  }

  #if !os(tvOS)
  private var delegateEvidence: CheckupEvidence.Delegate {
    guard let center else { return .noCenter }
    guard isStarted else { return .notStarted }
    guard center.delegate === self else {
      return .other(center.delegate.map { "\(type(of: $0))" })
    }
    return .hub(isLate: registration?.isLate == true)
  }
  #endif

  private func ask(for evidence: inout CheckupEvidence) async {
    #if !os(tvOS)
    guard center != nil else { return }
    let budget = Duration.seconds(2)
    typealias Settings = (
      permission: CheckupEvidence.Permission, interruptions: [APS.InterruptionLevel: Bool?]
    )
    let settings: Settings? = try? await center.answer(within: budget, on: scheduler) {
      center,
      answer in
      center.getNotificationSettings { @Sendable settings in
        let levels: [APS.InterruptionLevel: Bool?] = [
          .timeSensitive: settings.timeSensitiveSetting.isEnabled,
          .critical: settings.criticalAlertSetting.isEnabled,
        ]
        answer((CheckupEvidence.Permission(settings), levels))
      }
    }
    evidence.permission = settings?.permission ?? .noAnswer
    evidence.interruptions = settings?.interruptions ?? [:]
    evidence.registeredCategories = try? await center.answer(within: budget, on: scheduler) {
      center,
      answer in
      center.getNotificationCategories { @Sendable in answer(Set($0.map(\.identifier))) }
    }
    #endif
  }
}

// MARK: - The registration

/// An application of any platform that gets a device token.
@MainActor
protocol RegisteringApplication: AnyObject {
  /// Whether the system reports that it has given a token.
  var isRegisteredForRemoteNotifications: Bool { get }

  /// Why the system does not start it in the background, in a sentence; `nil` if it does.
  var backgroundProblem: String? { get }

  func registerForRemoteNotifications()
}

extension RegisteringApplication {
  var backgroundProblem: String? { nil }
}

extension AppHub {
  /// The registration since the app has launched.
  struct Registration {
    weak var application: (any RegisteringApplication)?

    /// The time at which the hub first requested a token.
    let request: ContinuousClock.Instant?

    /// Whether the hub was first started when the launch had ended.
    let isLate: Bool
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
      scheduler.schedule(after: CheckupEvidence.registrationTimeout) { [weak self] in
        guard let self else { return }
        for finding in evidence(of: .main).certainties {
          log?(finding.description)
        }
      }
    }
    #endif
    registration = Registration(
      application: application,
      request: registration?.request ?? (isRequested ? scheduler.now : nil),
      isLate: registration?.isLate ?? isLate
    )
  }
}

#if !os(tvOS)
extension UNNotificationSetting {
  /// `nil` if the app has no entitlement for it.
  fileprivate var isEnabled: Bool? { self == .notSupported ? nil : self == .enabled }
}

extension CheckupEvidence.Permission {
  fileprivate init(_ settings: UNNotificationSettings) {
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
    self = .level(PermissionLevel(settings.authorizationStatus), hidden: hidden)
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
  fileprivate var pushEntitlement: CheckupEvidence.Entitlement {
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
