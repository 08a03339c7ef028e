public import Foundation
public import PushHub

/// The state of a ``DeviceRegistration`` for one account, for a debug menu or a page of settings.
public struct RegistrationState: Equatable, Sendable {
  /// Whether the store has been read.
  public internal(set) var isKnown = false

  /// The account; `nil` if none is shown.
  public internal(set) var account: AccountID?

  /// The record that the server should have of this device now; `nil` for none, and without a token.
  public internal(set) var record: DeviceRecord?

  /// The topics that the account has subscribed to, whether or not the server has them yet.
  public internal(set) var topics: Set<String> = []

  /// The date when the server acknowledged the record; `nil` if it hasn't.
  public internal(set) var acknowledged: Date?

  /// The reason why the latest request has failed; `nil` if it hasn't.
  public internal(set) var failure: String?

  /// Creates a state before the store was read.
  public init() {}
}

extension RegistrationState {
  /// Whether the server has acknowledged the present record.
  public var isAcknowledged: Bool { acknowledged != nil }

  /// Whether the latest request has failed.
  public var hasFailed: Bool { failure != nil }
}
