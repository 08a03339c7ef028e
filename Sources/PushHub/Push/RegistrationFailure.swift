import Foundation

/// Why the system refused to register the app for remote notifications, and what to do about it.
public struct RegistrationFailure: Error, Hashable, Sendable {
  /// The domain of the system's error, such as `NSCocoaErrorDomain`.
  public let domain: String

  /// The system's error code within the domain.
  public let code: Int

  /// The system's own words.
  public let message: String

  /// Describes a failure by hand.
  public init(domain: String, code: Int, message: String) {
    self.domain = domain
    self.code = code
    self.message = message
  }

  /// Copies what there is to know from the error that the application delegate was handed.
  public init(_ error: any Error) {
    let error = error as NSError
    self.init(domain: error.domain, code: error.code, message: error.localizedDescription)
  }
}

extension RegistrationFailure {
  /// What a developer should do, for the codes that the system is known to give.
  ///
  /// The codes 3000 and 3010 of `NSCocoaErrorDomain`, and 13 of `NSOSStatusErrorDomain` on macOS,
  /// are not documented by Apple; they are what its systems return.
  public var advice: String? {
    switch (domain, code) {
    case ("NSCocoaErrorDomain", 3000), ("NSOSStatusErrorDomain", 13):
      "The app is signed without the aps-environment entitlement: add the Push Notifications "
        + "capability to the target, renew the provisioning profile and build again."
    case ("NSCocoaErrorDomain", 3010):
      "This simulator has no push service: run on a device, or on a simulator of Xcode 14 or "
        + "later on a Mac with Apple silicon or a T2 chip."
    case ("NSURLErrorDomain", -1009):
      "The device is offline: register again when it has a connection."
    case ("NSURLErrorDomain", _):
      "The push service could not be reached: register again later, and check that the network "
        + "lets TCP port 5223 or 443 through to Apple."
    default:
      nil
    }
  }
}

extension RegistrationFailure: CustomStringConvertible {
  /// The system's words with domain and code, and the advice if there is one.
  public var description: String {
    ["\(message) (\(domain) \(code))", advice].compactMap { $0 }.joined(separator: " ")
  }
}
