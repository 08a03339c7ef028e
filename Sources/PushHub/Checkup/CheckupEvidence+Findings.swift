extension CheckupEvidence {
  /// What to think of it, in the order in which a push passes it.
  package var findings: [Checkup.Finding] {
    let findings = [
      registrationFinding, entitlementFinding, backgroundModesFinding, delegateFinding,
      scenesFinding,
      permissionFinding, categoriesFinding, sharedFolderFinding, arrivalsFinding,
      silentPushesFinding,
      journalFinding,
    ]
    return findings.compactMap { $0 } + contributions
  }

  /// What is certainly broken without anybody being asked: registration, entitlement, background modes.
  package var certainties: [Checkup.Finding] {
    [registrationFinding, entitlementFinding, backgroundModesFinding].compactMap { $0 }
      .filter { $0.verdict == .broken }
  }

  /// The environment of the app's tokens, as far as the build tells.
  package var environment: String? {
    if case .environment(let environment) = entitlement { environment } else { nil }
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
        meaning: "The app registers, and can be looked at there alone.",
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
    case .unanswered(for: nil, isGranted: false, owner: _):
      return .init(
        subject,
        .suspect,
        "The hub has requested no device token.",
        meaning: "Unless the app does so by itself, no remote push arrives.",
        advice: "Start the hub when the app has launched, or call registerForRemoteNotifications()."
      )
    case .unanswered(let time?, isGranted: _, owner: _) where time < Self.registrationTimeout:
      return .init(
        subject,
        .unknown,
        "A device token was requested \(time.text) ago, and nothing has come yet.",
        meaning: "It takes some seconds, and a connection.",
        advice: "Make another checkup in half a minute."
      )
    case .unanswered(let time, let isGranted, let owner):
      let owner = owner ?? "the application's delegate"
      return .init(
        subject,
        time == nil ? .suspect : .broken,
        isGranted
          ? "The system has given the app a device token, and the hub has not heard of it."
          : "A device token was requested \(time?.text ?? "") ago, and neither a token nor an error has come.",
        meaning: "The system calls \(owner), where the token or the error is not forwarded, or the "
          + "push service can't be reached.",
        advice:
          "Let \(owner) forward both to didRegister(deviceToken:) and didFailToRegister(_:) of the "
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
        meaning: "That is so in the simulator, and in builds of the App Store and of TestFlight.",
        advice: "Look for aps-environment in what codesign -d --entitlements - prints of the app."
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
      meaning: "The system does not wake the app for that.",
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
        meaning: "No notification is presented here, and no response heard.",
        advice: "Run it as an app."
      )
    case .notStarted:
      return .init(
        subject,
        .broken,
        "The hub was not started.",
        meaning: "It hears of no notification that is presented or answered.",
        advice: "Call start(with:) when the app has launched."
      )
    case .hub(isLate: false):
      return .init(subject, .fine, "The hub is the notification center's delegate.")
    case .hub(isLate: true):
      return .init(
        subject,
        .suspect,
        "The hub became the notification center's delegate after the launch had ended.",
        meaning: "A tap that launches the app is told before, and is lost.",
        advice: "Call start(with:) in application(_:didFinishLaunchingWithOptions:)."
      )
    case .other(let successor):
      return .init(
        subject,
        successor == nil ? .broken : .suspect,
        "\(successor ?? "Nobody") is the notification center's delegate now, and not the hub.",
        meaning: "What it does not forward, taps among it, is lost.",
        advice: "Let it forward everything to the hub, switch its taking over off, or call "
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

  private var permissionFinding: Checkup.Finding? {
    let subject = "permission"
    switch permission {
    case nil: return nil
    case .noAnswer:
      return .init(
        subject,
        .unknown,
        "The system did not tell in time what the user allows.",
        advice: "Make another checkup."
      )
    case .notDetermined:
      return .init(
        subject,
        .suspect,
        "The user was not asked yet whether the app may show notifications.",
        meaning: "Pushes arrive, and none is shown.",
        advice: "Ask for permission where the user sees what for."
      )
    case .denied:
      return .init(
        subject,
        .broken,
        "The user does not allow notifications.",
        meaning: "Pushes arrive, and none is shown.",
        advice: "Send the user to the app's page in Settings; the system asks nobody twice."
      )
    case .granted(isProvisional: false, hidden: []):
      return .init(subject, .fine, "The user allows notifications.")
    case .granted(let isProvisional, let hidden):
      let quiet = isProvisional ? ["interruptions, since the permission is provisional"] : []
      return .init(
        subject,
        .suspect,
        "The user allows notifications without \((quiet + hidden).joined(separator: ", ")).",
        meaning: "Pushes arrive, and are seen or heard less than the app means them to be.",
        advice: "Look in Settings, and ask for what the app needs in its authorization options."
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
        "The system did not tell in time which categories are registered.",
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
        "If they are to have some, name the category in a responder's categories, and install it "
        + "at each launch.",
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
      meaning: "The app and its extensions don't see what the other has kept.",
      advice: "Add the group to the capability App Groups of the app and of each extension."
    )
  }
}

// MARK: - What came

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
      meaning: "Nothing was sent to this device, or something above keeps it away.",
      advice: "Send one to the app's token with Apple's Push Notifications Console."
    )
  }

  private var silentPushesFinding: Checkup.Finding {
    let subject = "silentPushes"
    guard lateWorkCount == 0 else {
      return .init(
        subject,
        .suspect,
        "\(arrivals.silentCount) silent pushes came, and work was cut off \(lateWorkCount) times.",
        meaning: "The system gives less time in the background to an app that uses all of it.",
        advice: "Let observers and responders do less; the log names who was late."
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
      return .init(subject, .fine, "Nothing waits to be heard or handled.")
    }
    return .init(
      subject,
      .suspect,
      "\(pendingResponseCount) responses and \(pendingEventCount) events wait, the oldest for "
        + "\(longestWait.text).",
      meaning: "No responder has handled the responses, and no observer takes the events.",
      advice: "Install the feature that they are for; whoever attaches gets them."
    )
  }
}
