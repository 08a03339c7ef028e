import Foundation

/// The address of one installation of the app, as the push service hands it out.
///
/// Tokens have no fixed length, see
/// [Registering your app with APNs](https://developer.apple.com/documentation/usernotifications/registering-your-app-with-apns).
/// Whoever holds a token can be asked to push to it, so a token prints only its beginning; ask
/// for ``hex`` to send it to a server.
///
/// ```swift
/// let token = DeviceToken(deviceToken)  // the Data that the system gives
/// upload(token.hex)
/// ```
public struct DeviceToken: Sendable, Hashable {
  /// The token's bytes, as many as the system gave.
  public let bytes: [UInt8]

  /// Creates a token from bytes of any number, such as the system's `Data`.
  public init(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  /// Creates a token from hexadecimal digits in either case.
  ///
  /// - Throws: A `DecodingError` if the text has an odd length or something other than digits; it never
  ///   quotes the token.
  public init(hex: String) throws {
    let digits = hex.utf8.compactMap(\.hexValue)
    guard digits.count == hex.utf8.count, digits.count.isMultiple(of: 2) else {
      throw DecodingError("A token must be hexadecimal digits alone, two for each byte.")
    }
    bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// The whole token as lower-case hexadecimal digits, two a byte, for a server.
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

/// Why the system refused to register the app for remote notifications, and what to do about it.
public struct RegistrationFailure: Error, Equatable, Sendable {
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

  /// Copies what there is to know from the error that the application delegate was given.
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
