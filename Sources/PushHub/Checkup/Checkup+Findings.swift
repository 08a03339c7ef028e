// MARK: - From the push service to the app

extension Checkup.Finding {
  /// The outcome so far of the registration for remote notifications.
  enum Registration {
    /// An extension has none.
    case ofExtension

    /// Neither a token nor an error has come.
    ///
    /// - Parameters:
    ///   - time: The time since the hub requested it, if it did.
    ///   - isGranted: Whether the system reports that it has given a token.
    case unanswered(for: Duration?, isGranted: Bool)

    case failed(RegistrationFailure)
    case registered
  }

  /// The time limit for a token or an error.
  static let registrationTimeout = Duration.seconds(30)

  static func registration(_ registration: Registration) -> Self {
    switch registration {
    case .ofExtension:
      .init(
        "registration",
        .unknown,
        "This is an extension, which gets no device token.",
        meaning: "Only the app registers.",
        advice: "Make a checkup in the app."
      )
    case .registered:
      .init("registration", .fine, "The system has given the app a device token.")
    case .failed(let failure):
      .init(
        "registration",
        .broken,
        "The system refused to register the app, with \(failure.domain) \(failure.code).",
        meaning: "Without a device token no remote push arrives.",
        advice: failure.advice ?? "Look the code up, and register again when the reason is gone.",
        quote: failure.message
      )
    case .unanswered(for: nil, isGranted: false):
      .init(
        "registration",
        .suspect,
        "The hub has requested no device token.",
        meaning: "Unless the app does so by itself, no remote push arrives.",
        advice: "Start the hub when the app has launched, or call registerForRemoteNotifications()."
      )
    case .unanswered(let time?, isGranted: _) where time < registrationTimeout:
      .init(
        "registration",
        .unknown,
        "A device token was requested \(LogText(time)) ago, and nothing has come yet.",
        meaning: "It takes some seconds, and a connection.",
        advice: "Make another checkup in half a minute."
      )
    case .unanswered(let time, let isGranted):
      .init(
        "registration",
        time == nil ? .suspect : .broken,
        isGranted
          ? "The system has given the app a device token, and the hub has not received it."
          : "A device token was requested \(time.map { "\(LogText($0))" } ?? "") ago, and neither a token nor an error has come.",
        meaning: "The application's delegate does not forward the token or the error, or the "
          + "push service can't be reached.",
        advice:
          "Let the delegate forward both to didRegister(deviceToken:) and didFailToRegister(_:) of the "
          + "manager, switch off what replaces its methods (swizzling), and try another network."
      )
    }
  }

  /// The push entitlement of the build.
  enum Entitlement {
    /// The build's profile can't be read.
    case unreadable

    /// The build has no profile, as one of TestFlight or the App Store.
    case store

    /// The profile does not allow pushes.
    case missing

    case environment(String)

    /// The environment of the app's tokens, if the build has it.
    var environment: String? {
      switch self {
      case .environment(let environment): environment
      case .store: "production"
      case .unreadable, .missing: nil
      }
    }
  }

  static func entitlement(_ entitlement: Entitlement) -> Self {
    switch entitlement {
    case .unreadable:
      .init(
        "entitlement",
        .unknown,
        "This build has no provisioning profile that could be read.",
        advice: "Run codesign -d --entitlements - on the app, and look for aps-environment."
      )
    case .store:
      .init(
        "entitlement",
        .fine,
        "This build has no provisioning profile, as one of TestFlight or of the App Store; the "
          + "environment is production."
      )
    case .missing:
      .init(
        "entitlement",
        .broken,
        "The provisioning profile has no aps-environment.",
        meaning: "The system gives no device token to an app without this entitlement.",
        advice: "Add the capability Push Notifications to the target, and build again."
      )
    case .environment(let environment):
      .init(
        "entitlement",
        .fine,
        "The provisioning profile has the environment \(environment)."
      )
    }
  }

  /// - Parameters:
  ///   - modes: The modes in the Info.plist.
  ///   - hasIdentifier: Whether the Info.plist has the identifier that the app refreshes with.
  ///   - workers: The features that work on pushes in the background.
  ///   - refreshers: The features that work in refreshes.
  ///   - tasks: The identifiers of the app's processing tasks, in quotation marks.
  ///   - hasTaskIdentifiers: Whether the Info.plist has those.
  static func backgroundModes(
    _ modes: [String],
    hasIdentifier: Bool,
    workers: [String],
    refreshers: [String],
    tasks: [String] = [],
    hasTaskIdentifiers: Bool = true
  ) -> Self {
    let needs = [
      (refreshers, "fetch", hasIdentifier), (tasks, "processing", hasTaskIdentifiers),
      (workers, "remote-notification", true),
    ]
    let unmet = needs.first { features, mode, isConfigured in
      !features.isEmpty && !(isConfigured && modes.contains(mode))
    }
    guard let (features, mode, isConfigured) = unmet else {
      return .init("backgroundModes", .fine, "The background modes are what the features need.")
    }
    let isForPushes = mode == "remote-notification"
    return .init(
      "backgroundModes",
      // Some features work on pushes if any wakes the app, and don't need it.
      isForPushes ? .suspect : .broken,
      "Work in the background is done by \(LogText(features)), and the Info.plist lacks "
        + (isConfigured ? "\(mode) in UIBackgroundModes." : "BGTaskSchedulerPermittedIdentifiers."),
      meaning: "The system does not wake the app for this work.",
      advice: "Add \(mode) to UIBackgroundModes"
        + (isForPushes ? "." : ", and the identifier to BGTaskSchedulerPermittedIdentifiers.")
    )
  }
}

// MARK: - In the app

extension Checkup.Finding {
  /// The delegate of the notification center.
  enum Delegate {
    case noCenter
    case notStarted
    case hub(isLate: Bool)
    case other(String?)
  }

  static func delegate(_ delegate: Delegate) -> Self {
    switch delegate {
    case .noCenter:
      .init(
        "delegate",
        .unknown,
        "This process is not the executable of an app bundle, and has no notification center.",
        meaning: "It can't present notifications or receive responses.",
        advice: "Run it as an app."
      )
    case .notStarted:
      .init(
        "delegate",
        .broken,
        "The hub was not started.",
        meaning: "It receives no notifications and no responses.",
        advice: "Call start(with:) when the app has launched."
      )
    case .hub(isLate: false):
      .init("delegate", .fine, "The hub is the notification center's delegate.")
    case .hub(isLate: true):
      .init(
        "delegate",
        .suspect,
        "The hub became the notification center's delegate after the launch had ended.",
        meaning: "The system reports a tap that launches the app before that, so it is lost.",
        advice: "Call start(with:) in application(_:didFinishLaunchingWithOptions:)."
      )
    case .other(let successor):
      .init(
        "delegate",
        successor == nil ? .broken : .suspect,
        successor.map { "\($0) is the notification center's delegate now, and not the hub." }
          ?? "The notification center has no delegate.",
        meaning: "Callbacks that are not forwarded to the hub, such as taps, are lost.",
        advice:
          "Let it forward everything to the hub, configure it not to replace the delegate, or call "
          + "reassertDelegate() of the hub."
      )
    }
  }

  /// - Parameter problems: Problems of scenes, a sentence each.
  static func scenes(_ problems: [String]) -> Self {
    problems.isEmpty
      ? .init("scenes", .fine, "Each scene has forwarded what it was connected for.")
      : .init(
        "scenes",
        .suspect,
        problems.joined(separator: " "),
        meaning: "A tap that launches the app may be lost.",
        advice: "Let the scene's delegate inherit from PushHubSceneDelegate, or forward the call."
      )
  }

  static let noSceneManifest = Self(
    "sceneManifest",
    .suspect,
    "The Info.plist has no UIApplicationSceneManifest.",
    meaning:
      "Built with the SDK of iOS 27 or later, an app that doesn't use scenes is ended at its "
      + "launch (TN3187).",
    advice: "Add the manifest, unless the app configures its scenes in code or with SwiftUI."
  )

  /// - Parameters:
  ///   - level: The user's permission; `nil` if the system did not answer.
  ///   - hidden: The switches that are off, such as "alerts".
  static func permission(_ level: PermissionLevel?, hidden: [String] = []) -> Self {
    switch level {
    case nil:
      .init(
        "permission",
        .unknown,
        "The system did not answer in time what the user allows.",
        advice: "Make another checkup."
      )
    case .notDetermined:
      .init(
        "permission",
        .suspect,
        "The app has not asked the user for permission to show notifications.",
        meaning: "Pushes arrive, but none is shown.",
        advice: "Ask for permission at a moment when the user sees its purpose."
      )
    case .denied:
      .init(
        "permission",
        .broken,
        "The user does not allow notifications.",
        meaning: "Pushes arrive, but none is shown.",
        advice: "Send the user to the app's page in Settings; the system asks only once."
      )
    case .authorized where hidden.isEmpty, .ephemeral where hidden.isEmpty:
      .init("permission", .fine, "The user allows notifications.")
    case .authorized, .ephemeral, .provisional:
      .init(
        "permission",
        .suspect,
        "The user allows notifications without "
          + ((level == .provisional ? ["interruptions, since the permission is provisional"] : [])
          + hidden).joined(separator: ", ") + ".",
        meaning: "Pushes arrive, but some don't reach the user's attention.",
        advice: "Check Settings, and request what the app needs in its authorization options."
      )
    }
  }

  /// - Parameter isEnabled: Whether the system treats pushes of the level as such; `nil` if the app has no
  ///   entitlement for it.
  static func interruption(_ level: APS.InterruptionLevel, isEnabled: Bool?) -> Self {
    guard isEnabled != true else {
      return .init("interruption", .fine, "The system treats \(level.rawValue) pushes as such.")
    }
    return .init(
      "interruption",
      isEnabled == nil ? .broken : .suspect,
      isEnabled == nil
        ? "A push was \(level.rawValue), and the app has no entitlement for that."
        : "A push was \(level.rawValue), and the user has switched that off.",
      meaning: "The system shows such pushes like any other.",
      advice: isEnabled == nil
        ? level == .critical
          ? "Ask Apple for the entitlement for critical alerts, and then the user for permission."
          : "Add the capability Time Sensitive Notifications to the target."
        : "Send the user to the app's page in Settings."
    )
  }

  /// - Parameters:
  ///   - named: The categories that pushes have named.
  ///   - registered: The categories that are registered; `nil` if the system did not answer.
  static func categories(_ named: Set<String>, registered: Set<String>?) -> Self {
    guard let registered else {
      return .init(
        "categories",
        .unknown,
        "The system did not answer in time which categories are registered.",
        advice: "Make another checkup."
      )
    }
    let missing = named.subtracting(registered).sorted()
    guard !missing.isEmpty else {
      return .init("categories", .fine, "Each category that a push has named is registered.")
    }
    return .init(
      "categories",
      .suspect,
      "Pushes named a category that is not registered.",
      meaning: "Such notifications have no buttons.",
      advice:
        "To show buttons, add the category to a responder's categories, and install it at each "
        + "launch.",
      quote: LogText(missing).description
    )
  }

  /// - Parameter areWritable: Whether all folders that the app shares with its extensions can be written.
  static func sharedFolders(areWritable: Bool) -> Self {
    areWritable
      ? .init("appGroup", .fine, "The app group's folder can be written.")
      : .init(
        "appGroup",
        .broken,
        "The folder of an app group is not there, or can't be written.",
        meaning: "The app and its extensions can't share data.",
        advice: "Add the group to the capability App Groups of the app and of each extension."
      )
  }
}
