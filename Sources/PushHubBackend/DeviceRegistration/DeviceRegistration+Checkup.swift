public import PushHub

extension DeviceRegistration {
  /// Whether the server knows the device, its latest answer, and whether the configured environment is that
  /// of the app's tokens.
  public func findings(inEnvironment environment: String?) -> [Checkup.Finding] {
    let configured = runtime.kernel.core.configuration.environment
    let real = environment.map {
      $0 == "production" ? DeviceRecord.Environment.production : .sandbox
    }
    if let real, real != configured {
      return [
        Checkup.Finding(
          Self.subject,
          .broken,
          "The registration is configured for \(configured.rawValue), and the token is of \(real.rawValue).",
          meaning: "Apple refuses a token of the other environment, with BadDeviceToken.",
          advice:
            "Make the configuration of the registration with the environment \(real.rawValue)."
        )
      ]
    }
    let leaving = leavingAccounts
    let states = runtime.kernel.states.filter { !leaving.contains($0.key) }
    let present = states.isEmpty ? [state] : states.sorted { $0.key < $1.key }.map(\.value)
    // Accounts of which the same is true have one finding.
    let findings: [Checkup.Finding] = present.map(finding).reduce(into: []) {
      if !$0.contains($1) { $0.append($1) }
    }
    return findings + signOffFindings
  }

  private static let subject = "server"

  /// Apple's reasons for refusing a token of another environment or of another app, which a server may pass on.
  ///
  /// See [Handling notification responses from
  /// APNs](https://developer.apple.com/documentation/usernotifications/handling-notification-responses-from-apns).
  private static let refusals = [
    "BadDeviceToken", "BadEnvironmentKeyInToken", "DeviceTokenNotForTopic", "TopicDisallowed",
  ]

  private var signOffFindings: [Checkup.Finding] {
    leavingAccounts.sorted().map { account in
      Checkup.Finding(
        Self.subject,
        .suspect,
        "An account has signed out, and the server has not acknowledged that.",
        meaning: "The server may continue to send pushes for it.",
        advice:
          "Call refresh() of the registration when there are credentials for the account, or discardSignOff(of:).",
        quote: runtime.kernel.states[account]?.failure
      )
    }
  }

  private func finding(_ state: RegistrationState) -> Checkup.Finding {
    if state.isAcknowledged {
      return Checkup.Finding(Self.subject, .fine, "The server has this device and its token.")
    }
    if let failure = state.failure {
      let isRefused = Self.refusals.contains { failure.contains($0) }
      return Checkup.Finding(
        Self.subject,
        isRefused ? .broken : .suspect,
        "The latest request to register the device has failed.",
        meaning: isRefused
          ? "The token is of another environment or of another app than the server sends to."
          : "The server may not have this device.",
        advice: isRefused
          ? "Compare the environment and the topic that the server sends with to those of this build."
          : "Look at the server's answer.",
        quote: failure
      )
    }
    let again = "Make another checkup when an account is signed in and the app has a token."
    let (seen, advice) =
      if !state.isKnown {
        ("The store of the registration could not be read yet.", again)
      } else if state.account == nil {
        ("No account is signed in, so no request is sent.", again)
      } else if runtime.kernel.core.device.token == nil {
        ("There is no device token yet.", again)
      } else if state.record == nil {
        (
          "The app has withdrawn the registration, or signed it off.",
          "Call register(_:) of the registration to undo that."
        )
      } else {
        (
          "The server has not answered yet.",
          "The registration's log has the request and its result."
        )
      }
    return Checkup.Finding(Self.subject, .unknown, seen, advice: advice)
  }
}
