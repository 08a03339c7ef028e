import Foundation

/// The address of one installation of the app, which the push service assigns.
///
/// Tokens have no fixed length, see
/// [Registering your app with APNs](https://developer.apple.com/documentation/usernotifications/registering-your-app-with-apns).
/// A token is confidential, so its description is only its beginning; use ``hex`` to send it to a server.
///
/// ```swift
/// let token = DeviceToken(deviceToken)  // the Data that the system gives
/// upload(token.hex)
/// ```
public struct DeviceToken: Sendable, Hashable {
  /// The token's bytes, of any number.
  public let bytes: [UInt8]

  /// Creates a token from bytes of any number, such as the system's `Data`.
  public init(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  /// Creates a token from hexadecimal digits in either case.
  ///
  /// - Throws: A `DecodingError` if the text has an odd length or other characters; the error never
  ///   contains the token.
  public init(hex: String) throws {
    let digits = hex.utf8.compactMap(\.hexValue)
    guard !digits.isEmpty, digits.count == hex.utf8.count, digits.count.isMultiple(of: 2) else {
      throw JSONKey.invalid("A token must be hexadecimal digits alone, two for each byte.")
    }
    bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// The whole token as lowercase hexadecimal digits, for a server.
  public var hex: String { bytes.map(\.hexDigits).joined() }
}

extension DeviceToken: CustomStringConvertible, CustomReflectable {
  /// The first eight digits and an ellipsis, safe for a log.
  public var description: String { hex.prefix(8) + "…" }

  /// A mirror without children, so that `dump` doesn't print the token either.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension DeviceToken: Codable {
  /// Decodes a token from its hexadecimal digits.
  public init(from decoder: any Decoder) throws {
    try self.init(hex: decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes the token as its hexadecimal digits, whole.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(hex)
  }
}

/// The reason why the system could not register the app for remote notifications.
public struct RegistrationFailure: Error, Equatable, Sendable {
  /// The domain of the system's error, such as `NSCocoaErrorDomain`.
  public let domain: String

  /// The system's error code within the domain.
  public let code: Int

  /// The system's message.
  public let message: String

  /// Creates a failure.
  public init(domain: String, code: Int, message: String) {
    self.domain = domain
    self.code = code
    self.message = message
  }

  /// Creates a failure from the error that the app delegate received.
  public init(_ error: any Error) {
    let error = error as NSError
    self.init(domain: error.domain, code: error.code, message: error.localizedDescription)
  }
}

extension RegistrationFailure {
  /// Advice for the developer, for known codes.
  ///
  /// The codes 3000 and 3010 of `NSCocoaErrorDomain`, and 13 of `NSOSStatusErrorDomain` on macOS, are not
  /// documented by Apple, but its systems return them.
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
  /// The system's message with domain and code, and the advice if there is any.
  public var description: String {
    printable(["\(message) (\(domain) \(code))", advice].compactMap { $0 }.joined(separator: " "))
  }
}
