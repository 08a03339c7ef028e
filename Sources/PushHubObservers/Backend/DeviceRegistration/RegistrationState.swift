public import PushHub

/// What a ``DeviceRegistration`` has reached, for a debug menu or a page of settings.
///
/// A store keeps what outlives the process: who this installation is, what the server was told, and
/// what the app has said of the device. That holds tokens and names of accounts.
public struct RegistrationState: Equatable, Sendable, Codable {
  /// Nil until the store was read.
  var ledger: RegistrationLedger?

  /// Who is signed in, as far as is known.
  public internal(set) var account: AccountID?

  /// What the latest request has failed with, if it has.
  public internal(set) var failure: String?

  /// When something is tried again, if it has failed; `nil` while a request is under way.
  public var retry: ContinuousClock.Instant? { .init(referenceTime: retryTime) }

  /// The same as a `referenceTime`.
  var retryTime: Duration?

  private enum CodingKeys: CodingKey {
    case ledger
  }

  /// Nothing known.
  public init() {}
}

extension RegistrationState {
  /// What the server should know of this device now; `nil` without a token, or with nobody signed in.
  public var record: DeviceRecord? { account.flatMap { ledger?.record(for: $0) } }

  /// Whether the latest request has failed.
  public var hasFailed: Bool { failure != nil }

  /// What who is signed in has subscribed to, whether or not the server knows.
  public var topics: Set<String> { account.flatMap { ledger?.topics(of: $0) } ?? [] }

  /// Whether the server has said that it knows everything it should of this device and the account.
  public var isAcknowledged: Bool { entry?.acknowledged != nil }

  /// How many accounts have signed out without the server having said that it knows; `nil` until the
  /// store was read.
  public var leavingCount: Int? { ledger?.leaving.count }

  /// What the server was told of the device as it is now.
  var entry: RegistrationLedger.Entry? {
    guard let account, let record, let entry = ledger?[account], entry.record == record else {
      return nil
    }
    return entry
  }
}
