extension CheckupEvidence {
  /// The findings, in the order of a push's way through the app.
  package var findings: [Checkup.Finding] {
    let findings = [
      registrationFinding, entitlementFinding, backgroundModesFinding, delegateFinding,
      scenesFinding, sceneManifestFinding, permissionFinding,
    ]
    let others = [
      categoriesFinding, sharedFolderFinding, arrivalsFinding, silentPushesFinding, journalFinding,
    ]
    return (findings + interruptionFindings + others).compactMap { $0 } + contributions
  }

  /// The broken findings that need no question to the system: registration, entitlement, background modes.
  package var certainties: [Checkup.Finding] {
    [registrationFinding, entitlementFinding, backgroundModesFinding].compactMap { $0 }
      .filter { $0.verdict == .broken }
  }

  /// The environment of the app's tokens, if the build has it.
  package var environment: String? {
    switch entitlement {
    case .environment(let environment): environment
    case .store: "production"
    case nil, .unreadable, .missing: nil
    }
  }
}

// MARK: - From the push service to the app

extension CheckupEvidence {
  /// How long a token or an error may take.
  package static let registrationTimeout = Duration.seconds(30)

  private var registrationFinding: Checkup.Finding {
    let subject = "registration"
    switch registration {
    case _ where isExtension:
      return .init(
        subject,
        .unknown,
        "This is an extension, which gets no device token.",
        meaning: "Only the app registers.",
        advice: "Make a checkup in the app."
      )
    case .registered:
      return .init(subject, .fine, "The system has given the app a device token.")
    case .failed(let failure):
      return .init(
        subject,
        .broken,
        "The system refused to register the app, with \(failure.domain) \(failure.code).",
        meaning: "Without a device token no remote push arrives.",
        advice: failure.advice ?? "Look the code up, and register again when the reason is gone.",
        quote: failure.message
      )
    case .unanswered(for: nil, isGranted: false):
      return .init(
        subject,
        .suspect,
        "The hub has requested no device token.",
        meaning: "Unless the app does so by itself, no remote push arrives.",
        advice: "Start the hub when the app has launched, or call registerForRemoteNotifications()."
      )
    case .unanswered(let time?, isGranted: _) where time < Self.registrationTimeout:
      return .init(
        subject,
        .unknown,
        "A device token was requested \(time.text) ago, and nothing has come yet.",
        meaning: "It takes some seconds, and a connection.",
        advice: "Make another checkup in half a minute."
      )
    case .unanswered(let time, let isGranted):
      return .init(
        subject,
        time == nil ? .suspect : .broken,
        isGranted
          ? "The system has given the app a device token, and the hub has not received it."
          : "A device token was requested \(time?.text ?? "") ago, and neither a token nor an error has come.",
        meaning: "The application's delegate does not forward the token or the error, or the "
          + "push service can't be reached.",
        advice:
          "Let the delegate forward both to didRegister(deviceToken:) and didFailToRegister(_:) of the "
          + "manager, switch off what replaces its methods (swizzling), and try another network."
      )
    }
  }

  private var entitlementFinding: Checkup.Finding? {
    let subject = "entitlement"
    switch entitlement {
    case nil: return nil
    case .unreadable:
      return .init(
        subject,
        .unknown,
        "This build has no provisioning profile that could be read.",
        advice: "Run codesign -d --entitlements - on the app, and look for aps-environment."
      )
    case .store:
      return .init(
        subject,
        .fine,
        "This build has no provisioning profile, as one of TestFlight or of the App Store; the "
          + "environment is production."
      )
    case .missing:
      return .init(
        subject,
        .broken,
        "The provisioning profile has no aps-environment.",
        meaning: "The system gives no device token to an app without this entitlement.",
        advice: "Add the capability Push Notifications to the target, and build again."
      )
    case .environment(let environment):
      return .init(subject, .fine, "The provisioning profile has the environment \(environment).")
    }
  }

  private var backgroundModesFinding: Checkup.Finding? {
    guard let backgroundModes else { return nil }
    let needs = [
      (backgroundModes.refreshers, "fetch", !backgroundModes.taskIdentifiers.isEmpty),
      (backgroundModes.workers, "remote-notification", true),
    ]
    let unmet = needs.first { features, mode, isConfigured in
      !features.isEmpty && !(isConfigured && backgroundModes.modes.contains(mode))
    }
    guard let (features, mode, isConfigured) = unmet else {
      return .init("backgroundModes", .fine, "The background modes are what the features need.")
    }
    return .init(
      "backgroundModes",
      // Some features work on pushes if any wakes the app, and don't need it.
      mode == "fetch" ? .broken : .suspect,
      "\(features.listed) works in the background, and the Info.plist lacks "
        + (isConfigured ? "\(mode) in UIBackgroundModes." : "BGTaskSchedulerPermittedIdentifiers."),
      meaning: "The system does not wake the app for this work.",
      advice: "Add \(mode) to UIBackgroundModes"
        + (mode == "fetch" ? ", and the identifier to BGTaskSchedulerPermittedIdentifiers." : ".")
    )
  }
}

// MARK: - In the app

extension CheckupEvidence {
  private var delegateFinding: Checkup.Finding? {
    let subject = "delegate"
    switch delegate {
    case nil: return nil
    case .noCenter:
      return .init(
        subject,
        .unknown,
        "This process is not the executable of an app bundle, and has no notification center.",
        meaning: "It can't present notifications or receive responses.",
        advice: "Run it as an app."
      )
    case .notStarted:
      return .init(
        subject,
        .broken,
        "The hub was not started.",
        meaning: "It receives no notifications and no responses.",
        advice: "Call start(with:) when the app has launched."
      )
    case .hub(isLate: false):
      return .init(subject, .fine, "The hub is the notification center's delegate.")
    case .hub(isLate: true):
      return .init(
        subject,
        .suspect,
        "The hub became the notification center's delegate after the launch had ended.",
        meaning: "The system reports a tap that launches the app before that, so it is lost.",
        advice: "Call start(with:) in application(_:didFinishLaunchingWithOptions:)."
      )
    case .other(let successor):
      return .init(
        subject,
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

  private var scenesFinding: Checkup.Finding? {
    guard let sceneProblems else { return nil }
    guard !sceneProblems.isEmpty else {
      return .init("scenes", .fine, "Each scene has forwarded what it was connected for.")
    }
    return .init(
      "scenes",
      .suspect,
      sceneProblems.joined(separator: " "),
      meaning: "A tap that launches the app may be lost.",
      advice: "Let the scene's delegate inherit from PushHubSceneDelegate, or forward the call."
    )
  }

  private var sceneManifestFinding: Checkup.Finding? {
    guard hasSceneManifest == false else { return nil }
    return .init(
      "sceneManifest",
      .suspect,
      "The Info.plist has no UIApplicationSceneManifest.",
      meaning:
        "Built with the SDK of iOS 27 or later, an app that doesn't use scenes is ended at its "
        + "launch (TN3187).",
      advice: "Add the manifest, unless the app configures its scenes in code or with SwiftUI."
    )
  }

  private var interruptionFindings: [Checkup.Finding?] {
    arrivals.interruptionLevels.sorted { $0.rawValue < $1.rawValue }.map { level in
      guard let isEnabled = interruptions[level] else { return nil }
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
  }

  private var permissionFinding: Checkup.Finding? {
    let subject = "permission"
    switch permission {
    case nil: return nil
    case .noAnswer:
      return .init(
        subject,
        .unknown,
        "The system did not answer in time what the user allows.",
        advice: "Make another checkup."
      )
    case .level(.notDetermined, _):
      return .init(
        subject,
        .suspect,
        "The app has not asked the user for permission to show notifications.",
        meaning: "Pushes arrive, but none is shown.",
        advice: "Ask for permission at a moment when the user sees its purpose."
      )
    case .level(.denied, _):
      return .init(
        subject,
        .broken,
        "The user does not allow notifications.",
        meaning: "Pushes arrive, but none is shown.",
        advice: "Send the user to the app's page in Settings; the system asks only once."
      )
    case .level(.authorized, hidden: []), .level(.ephemeral, hidden: []):
      return .init(subject, .fine, "The user allows notifications.")
    case .level(let level, let hidden):
      let isProvisional = level == .provisional
      let quiet = isProvisional ? ["interruptions, since the permission is provisional"] : []
      return .init(
        subject,
        .suspect,
        "The user allows notifications without \((quiet + hidden).joined(separator: ", ")).",
        meaning: "Pushes arrive, but some don't reach the user's attention.",
        advice: "Check Settings, and request what the app needs in its authorization options."
      )
    }
  }

  private var categoriesFinding: Checkup.Finding? {
    guard !arrivals.categories.isEmpty else { return nil }
    let subject = "categories"
    guard let registeredCategories else {
      return .init(
        subject,
        .unknown,
        "The system did not answer in time which categories are registered.",
        advice: "Make another checkup."
      )
    }
    let missing = arrivals.categories.sorted().filter { !registeredCategories.contains($0) }
    guard !missing.isEmpty else {
      return .init(subject, .fine, "Each category that a push has named is registered.")
    }
    return .init(
      subject,
      .suspect,
      "Pushes named a category that is not registered.",
      meaning: "Such notifications have no buttons.",
      advice:
        "To show buttons, add the category to a responder's categories, and install it at each "
        + "launch.",
      quote: missing.listed
    )
  }

  private var sharedFolderFinding: Checkup.Finding? {
    guard !sharedFolders.isEmpty else { return nil }
    guard sharedFolders.contains(false) else {
      return .init("appGroup", .fine, "The app group's folder can be written.")
    }
    return .init(
      "appGroup",
      .broken,
      "The folder of an app group is not there, or can't be written.",
      meaning: "The app and its extensions can't share data.",
      advice: "Add the group to the capability App Groups of the app and of each extension."
    )
  }
}

// MARK: - Arrivals

extension CheckupEvidence {
  private var arrivalsFinding: Checkup.Finding? {
    let channels = PushCallbackKind.allCases.compactMap { channel in
      arrivals.latest[channel].map { "\(channel) \((now - $0).text) ago" }
    }
    if isExtension, channels.isEmpty { return nil }
    guard channels.isEmpty else {
      return .init(
        "pushes",
        .fine,
        "The latest pushes came by \(channels.joined(separator: ", "))."
      )
    }
    return .init(
      "pushes",
      .unknown,
      "No push has come since the launch.",
      meaning: "Nothing was sent to this device, or one of the findings above prevents it.",
      advice: "Send one to the app's token with Apple's Push Notifications Console."
    )
  }

  private var silentPushesFinding: Checkup.Finding {
    let subject = "silentPushes"
    if let backgroundProblem {
      return .init(
        subject,
        .suspect,
        backgroundProblem,
        meaning: "The system doesn't start the app for silent pushes, or less often.",
        advice: "Don't depend on silent pushes; refresh when the app comes to the foreground."
      )
    }
    guard lateWorkCount == 0 else {
      return .init(
        subject,
        .suspect,
        "\(arrivals.silentCount) silent pushes came, and work was cut off \(lateWorkCount) times.",
        meaning: "The system gives less time in the background to an app that uses all of it.",
        advice: "Let observers and responders do less; the log names those that were late."
      )
    }
    return .init(
      subject,
      arrivals.silentCount > 0 ? .fine : .unknown,
      "\(arrivals.silentCount) silent pushes came, and no work in the background was cut off."
    )
  }

  private var journalFinding: Checkup.Finding {
    let subject = "journal"
    guard pendingResponseCount + pendingEventCount > 0 else {
      return .init(subject, .fine, "No event and no response is pending.")
    }
    return .init(
      subject,
      .suspect,
      "\(pendingResponseCount) responses and \(pendingEventCount) events are pending, the oldest for "
        + "\(longestWait.text).",
      meaning: "No responder has handled the responses, and no observer accepts the events.",
      advice: "Install the feature that handles them; it receives them when it is attached."
    )
  }
}
