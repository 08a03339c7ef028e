public import PushHub

/// The state of a ``DeviceRegistration``, for a debug menu or a page of settings.
///
/// A store has the part that outlives the process: the name of this installation, the records that were sent,
/// and the values that the app has set. That includes tokens and names of accounts.
public struct RegistrationState: Equatable, Sendable, Codable {
  /// `nil` until the store was read.
  var ledger: RegistrationLedger?

  /// The account that is signed in, if it is known.
  public internal(set) var account: AccountID?

  /// The reason why the latest request has failed; `nil` if it hasn't.
  public internal(set) var failure: String?

  /// The time when a failed request is retried; `nil` while a request is under way.
  public internal(set) var retry: ContinuousClock.Instant?

  private enum CodingKeys: CodingKey {
    case ledger
  }

  /// Creates a state before the store was read.
  public init() {}
}

extension RegistrationState {
  /// The record that the server should have of this device now; `nil` without a token or an account.
  public var record: DeviceRecord? { account.flatMap { ledger?.record(for: $0) } }

  /// Whether the latest request has failed.
  public var hasFailed: Bool { failure != nil }

  /// The topics that the account has subscribed to, whether or not the server has them yet.
  public var topics: Set<String> { account.flatMap { ledger?.topics(of: $0) } ?? [] }

  /// Whether the server has acknowledged the present record.
  public var isAcknowledged: Bool { entry?.acknowledged != nil }

  /// The number of accounts whose sign-off the server has not acknowledged; `nil` until the store was read.
  public var leavingCount: Int? { ledger?.leaving.count }

  /// The entry of the ledger for the present record.
  var entry: RegistrationLedger.Entry? {
    guard let account, let record, let entry = ledger?.entries[account], entry.record == record
    else {
      return nil
    }
    return entry
  }
}
