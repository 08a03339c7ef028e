public import PushHub

/// What a ``DeviceRegistration`` has reached, for a debug menu or a page of settings.
public struct RegistrationState: Hashable, Sendable {
  /// Who is signed in, as far as is known.
  public var account: AccountID?

  /// Whether the server has said that it knows everything it should of this device and the account.
  public var isAcknowledged = false

  /// How many accounts have signed out without the server having said that it knows; `nil` until the
  /// store was read.
  public var leavingCount: Int?

  /// Whether the latest request has failed.
  public var hasFailed = false

  /// When something is tried again, if it has failed; `nil` while a request is under way.
  public var retry: ContinuousClock.Instant?

  /// Nothing known.
  public init() {}
}

/// How often something happened to a ``DeviceRegistration`` since it was made.
public struct RegistrationStatistics: Hashable, Sendable {
  /// Requests that began.
  public var requests = 0

  /// Requests that are under way: one or none.
  public var underWay = 0

  /// Requests that the server has acknowledged.
  public var acknowledgements = 0

  /// Requests that failed, or had no answer in time.
  public var failures = 0

  /// Requests that were cancelled, since they said what is true no longer.
  public var cancellations = 0

  /// Accounts that were not taken off, since the server refused that for good.
  public var refusedSignOffs = 0

  /// Stores that could not be read for now.
  public var failedLoads = 0

  /// Saves that the store has refused.
  public var failedSaves = 0

  /// Stores that held what can't be understood, and were begun anew.
  public var unreadableStores = 0

  /// Topics that were not changed, since the user had signed out.
  public var ignoredTopics = 0

  /// Nothing has happened.
  public init() {}
}

/// What a ``DeviceRegistration`` did; without tokens, tags, topics and names of accounts.
public enum RegistrationLogEntry: Hashable, Sendable {
  /// A request began.
  case began(RegistrationRequest.Purpose, revision: Int)

  /// The server has acknowledged a request.
  case acknowledged(RegistrationRequest.Purpose, revision: Int)

  /// A request failed, with the delay of the next try.
  ///
  /// Without a delay the server has refused for good: to sign on is tried again when something changes,
  /// the user signs in, the app starts, or a day has passed; to sign off is given up.
  case failed(RegistrationRequest.Purpose, String, retryIn: Duration?)

  /// A request was cancelled, since it says what is true no longer.
  case cancelled(RegistrationRequest.Purpose, revision: Int)

  /// The store could not be read; with the delay of the next try, if it is not taken for lost.
  case storeNotLoaded(String, retryIn: Duration?)

  /// The store holds what can't be understood, and is begun anew with what can be read of it, if
  /// anything; whether the former was set aside.
  case storeUnreadable(String, isSetAside: Bool)

  /// The store could not be written; the next change is another try.
  case storeNotSaved(String)

  /// A topic was left as it was, since the user has signed out.
  case topicIgnored
}

extension RegistrationLogEntry: CustomStringConvertible {
  /// What happened, as it would be written in code.
  public var description: String {
    switch self {
    case .began(let purpose, let revision):
      "began(\(purpose.rawValue), revision: \(revision))"
    case .acknowledged(let purpose, let revision):
      "acknowledged(\(purpose.rawValue), revision: \(revision))"
    case .failed(let purpose, let message, let delay):
      "failed(\(purpose.rawValue), \"\(message)\", retryIn: \(Self.words(delay)))"
    case .cancelled(let purpose, let revision):
      "cancelled(\(purpose.rawValue), revision: \(revision))"
    case .storeNotLoaded(let message, let delay):
      "storeNotLoaded(\"\(message)\", retryIn: \(Self.words(delay)))"
    case .storeUnreadable(let reason, let isSetAside):
      "storeUnreadable(\"\(reason)\", isSetAside: \(isSetAside))"
    case .storeNotSaved(let message): "storeNotSaved(\"\(message)\")"
    case .topicIgnored: "topicIgnored"
    }
  }

  private static func words(_ delay: Duration?) -> String { delay.map { "\($0)" } ?? "nil" }
}

extension RegistrationStatistics {
  /// Counts what was told to the log.
  mutating func count(_ entry: RegistrationLogEntry) {
    switch entry {
    case .began: requests += 1
    case .acknowledged: acknowledgements += 1
    case .failed(let purpose, _, let delay):
      failures += 1
      if delay == nil, purpose == .signOff {
        refusedSignOffs += 1
      }
    case .cancelled: cancellations += 1
    case .storeNotLoaded: failedLoads += 1
    case .storeUnreadable: unreadableStores += 1
    case .storeNotSaved: failedSaves += 1
    case .topicIgnored: ignoredTopics += 1
    }
  }
}
