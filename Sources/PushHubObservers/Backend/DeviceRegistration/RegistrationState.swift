public import PushHub

/// What a ``DeviceRegistration`` has reached, for a debug menu or a page of settings.
///
/// A store keeps what outlives the process: who this installation is, what the server was told, and
/// what the app has said of the device. That holds tokens and names of accounts.
public struct RegistrationState: Hashable, Sendable, Codable {
  /// Nil until the store was read.
  var ledger: RegistrationLedger?

  /// Who is signed in, as far as is known.
  public internal(set) var account: AccountID?

  /// Whether the latest request has failed.
  public internal(set) var hasFailed = false

  /// When something is tried again, if it has failed; `nil` while a request is under way.
  public internal(set) var retry: ContinuousClock.Instant?

  private enum CodingKeys: CodingKey {
    case ledger
  }

  /// Nothing known.
  public init() {}
}

extension RegistrationState {
  /// What the server should know of this device now; `nil` without a token, or with nobody signed in.
  public var record: DeviceRecord? { account.flatMap { ledger?.record(for: $0) } }

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

/// What a ``DeviceRegistration`` did; without tokens, tags, topics and names of accounts.
public enum RegistrationLogEntry: Hashable, Sendable {
  /// A request began.
  case began(isSignOff: Bool)

  /// The server has acknowledged a request.
  case acknowledged(isSignOff: Bool)

  /// A request failed, with the delay of the next try.
  ///
  /// Without a delay the server has refused for good: to sign on is tried again when something changes,
  /// the user signs in, the app starts, or a day has passed; to sign off is given up.
  case failed(isSignOff: Bool, String, retryIn: Duration?)

  /// A request was cancelled, since it says what is true no longer.
  case cancelled(isSignOff: Bool)

  /// The store could not be read, understood or written.
  ///
  /// It is read again later; what can't be understood is begun anew; the next event writes again.
  case storeFailed(String)

  /// A topic was left as it was, since the user has signed out.
  case topicIgnored
}
