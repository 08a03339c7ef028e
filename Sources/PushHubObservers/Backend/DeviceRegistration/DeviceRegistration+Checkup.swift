public import PushHub

extension DeviceRegistration {
  /// Whether the server knows the device, its latest answer, and whether the configured environment is that
  /// of the app's tokens.
  public func findings(inEnvironment environment: String?) -> [Checkup.Finding] {
    let told = runtime.core.configuration.environment
    let real = environment.map {
      $0 == "production" ? DeviceRecord.Environment.production : .sandbox
    }
    if let real, real != told {
      return [
        Checkup.Finding(
          Self.subject,
          .broken,
          "The server is told that the token is of \(told.rawValue), and it is of \(real.rawValue).",
          meaning: "Apple refuses a token of the other environment, with BadDeviceToken.",
          advice: "Give the configuration of the registration the environment \(real.rawValue)."
        )
      ]
    }
    return [finding]
  }

  private static let subject = "server"

  /// What Apple says of a token of another environment or of another app, which a server may pass on.
  ///
  /// See [Handling notification responses from
  /// APNs](https://developer.apple.com/documentation/usernotifications/handling-notification-responses-from-apns).
  private static let refusals = [
    "BadDeviceToken", "BadEnvironmentKeyInToken", "DeviceTokenNotForTopic", "TopicDisallowed",
  ]

  private var finding: Checkup.Finding {
    if state.isAcknowledged {
      return Checkup.Finding(Self.subject, .fine, "The server knows this device and its token.")
    }
    // Without an account it is the request to take one off that has failed.
    if state.account != nil, let failure = state.failure {
      let isRefused = Self.refusals.contains { failure.contains($0) }
      return Checkup.Finding(
        Self.subject,
        isRefused ? .broken : .suspect,
        "The latest request to register the device has failed.",
        meaning: isRefused
          ? "The token is of another environment or of another app than the server sends to."
          : "The server may not know this device.",
        advice: isRefused
          ? "Compare the environment and the topic that the server sends with to those of this build."
          : "Look at what the server has answered.",
        quote: failure
      )
    }
    return Checkup.Finding(
      Self.subject,
      .unknown,
      state.ledger == nil
        ? "What the server was told before could not be read so far."
        : state.account == nil
          ? "Nobody is signed in, so the server is told nothing."
          : state.ledger?.token == nil
            ? "There is no token yet that the server could be told."
            : "The server has not answered yet.",
      advice: "Make another checkup when somebody is signed in and the app has a token."
    )
  }
}
