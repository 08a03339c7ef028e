/// The content of a feature's store: a value for each account.
///
/// ```swift
/// let store = MemoryStore<ParcelsCore.Values>(["ann": ["A-17"]])
/// ```
public struct FeatureValues<Stored: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
  /// The values by account; that of no account has the empty one.
  public var accounts: [AccountID: Stored]

  /// The number that no request has reached.
  var requestLimit: Int?

  /// The value of an account.
  public subscript(account: AccountID) -> Stored? { accounts[account] }
}

extension FeatureValues: ExpressibleByDictionaryLiteral {
  /// Creates values from a literal.
  public init(dictionaryLiteral elements: (AccountID, Stored)...) {
    accounts = Dictionary(elements) { $1 }
  }
}

extension FeatureCore {
  /// The content of the core's store.
  public typealias Values = FeatureValues<Stored>
}

/// Changes that the store ought to have.
public struct FeatureChanges<Core: FeatureCore>: Equatable, Sendable {
  var values: [AccountID: Core.Stored?] = [:]
  var requestLimit: Int?

  var isEmpty: Bool { values.isEmpty && requestLimit == nil }

  /// Returns what the store ought to have, from what it has now.
  public func merged(with stored: Core.Values) -> Core.Values {
    var all = stored
    for (account, mine) in values {
      all.accounts[account] = mine.map { mine in
        stored[account].map { Core.merged(mine, with: $0) } ?? mine
      }
    }
    if let requestLimit { all.requestLimit = max(requestLimit, stored.requestLimit ?? 0) }
    return all
  }
}

/// What a feature's store has and ought to have.
struct KernelStore<Core: FeatureCore> {
  let isUsed: Bool

  /// The content, with the changes; `nil` until it was read.
  private(set) var values: Core.Values?
  private(set) var changes = FeatureChanges<Core>()
  private(set) var retry: ContinuousClock.Instant?
  private(set) var failure: String?

  var isLoaded: Bool { !isUsed || values != nil }

  /// Whether the changes are being saved, so that their outcome comes with the next input.
  var isSaving: Bool { !changes.isEmpty && failure == nil }

  mutating func set(_ value: Core.Stored?, for account: AccountID) {
    guard values?[account] != value else { return }
    values?.accounts[account] = value
    changes.values[account] = .some(value)
  }

  /// Keeps a limit of numbers before a request has one of them.
  mutating func reserveNumber(after number: Int) {
    guard number >= values?.requestLimit ?? 0 else { return }
    values?.requestLimit = number + 1_000
    changes.requestLimit = number + 1_000
  }

  /// Merges what the store has into what it ought to have.
  mutating func load(_ stored: Core.Values) {
    (retry, failure) = (nil, nil)
    guard let former = values else {
      values = stored
      return
    }
    var merged = changes.merged(with: stored)
    // A missing value was removed by another process.
    for (account, mine) in former.accounts where changes.values[account] == nil {
      guard let other = stored[account] else { continue }
      let value = Core.merged(mine, with: other)
      merged.accounts[account] = value
      if value != other { changes.values[account] = .some(value) }
    }
    values = merged
  }

  mutating func recordSaved(_ stored: Core.Values) {
    (changes, retry, failure, values) = (FeatureChanges(), nil, nil, stored)
  }

  /// - Returns: Whether the message is new.
  mutating func fail(_ message: String, at now: ContinuousClock.Instant) -> Bool {
    defer { failure = message }
    retry = now + .seconds(10)
    return message != failure
  }

  /// Whether to read what couldn't be read before.
  mutating func isDue(at now: ContinuousClock.Instant) -> Bool {
    guard let retry, retry <= now else { return false }
    self.retry = nil
    return changes.isEmpty
  }

  /// Forgets what can be read again.
  mutating func close() {
    if changes.isEmpty { (values, retry, failure) = (nil, nil, nil) }
  }
}
