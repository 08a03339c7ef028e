import Foundation
import PushHub

/// The part of a registration's state that outlives the process.
struct RegistrationLedger: Codable, Equatable, Sendable {
  /// The record that was sent for an account.
  struct Entry: Codable, Equatable, Sendable {
    /// The record that was sent last.
    var record: DeviceRecord

    /// Grows with each change.
    var revision: Int

    /// The date when the server acknowledged the record; `nil` while that is uncertain.
    var acknowledged: Date?

    /// Whether the user has signed out, and the server has not acknowledged that.
    var isLeaving = false
  }

  let installation: String
  private var revision = 0
  private var environment: DeviceRecord.Environment
  var token: DeviceToken?
  private var permission: PermissionLevel?
  private var additionalTokens: [String: PushToken] = [:]
  private var tags: [String: String] = [:]

  /// `nil` in the ledgers of earlier versions, and where no Live Activities are followed.
  private var system: String?
  private var startTokens: [String: PushToken]?
  private var activities: [AccountID: [LiveActivity]]?

  private var topics: [AccountID: Set<String>] = [:]

  /// The records that were sent, by account.
  var entries: [AccountID: Entry] = [:]

  /// Creates the ledger of a new installation.
  init(environment: DeviceRecord.Environment, using generator: inout any RandomNumberGenerator) {
    installation = (0..<32).map { _ in
      String(Int.random(in: 0..<16, using: &generator), radix: 16)
    }.joined()
    self.environment = environment
  }

  /// A number from zero up to one that differs between installations.
  var spread: Double {
    Double(UInt64(String(installation.prefix(13)), radix: 16) ?? 0) / Double(UInt64(1) << 52)
  }
}

// MARK: - The record

extension RegistrationLedger {
  /// The record that the server should have for an account; `nil` without a token.
  func record(for account: AccountID) -> DeviceRecord? {
    token.map { token in
      DeviceRecord(
        token: token,
        environment: environment,
        permission: permission,
        additionalTokens: additionalTokens,
        tags: tags,
        topics: topics(of: account).sorted(),
        liveActivities: startTokens.map {
          DeviceRecord.Activities(startTokens: $0, activities: activities?[account] ?? [])
        }
      )
    }
  }

  func topics(of account: AccountID) -> Set<String> { topics[account] ?? [] }

  /// Applies a change, without its topics.
  mutating func apply(_ change: DeviceChange) {
    permission = change.permission ?? permission
    if let tags = change.tags {
      self.tags = Dictionary(tags.map { ($0.name, $0.value) }) { $1 }
    }
    for token in change.tokens ?? [] {
      additionalTokens[token.name] = token.token
    }
  }

  mutating func applyTopics(of change: DeviceChange, for account: AccountID) {
    var wanted = topics(of: account)
    for topic in change.unsubscribe?.wrappedValue ?? [] { wanted.remove(topic) }
    for topic in change.subscribe?.wrappedValue ?? [] { wanted.insert(topic) }
    topics[account] = wanted.isEmpty ? nil : wanted
  }

  /// Applies the Live Activities; a start token that is missing is not known, and stays.
  mutating func apply(
    startTokens: [String: PushToken],
    activities: [AccountID: [LiveActivity]]
  ) {
    self.startTokens = (self.startTokens ?? [:]).merging(startTokens) { $1 }
    self.activities = activities
  }

  /// Adopts the environment of this build and the version of the system.
  ///
  /// Another environment has other tokens. After an update of the system everything is sent again.
  mutating func adopt(_ newEnvironment: DeviceRecord.Environment, system newSystem: String) {
    if let system, system != newSystem {
      for account in entries.keys { entries[account]?.acknowledged = nil }
    }
    system = newSystem
    guard newEnvironment != environment else { return }
    environment = newEnvironment
    token = nil
    additionalTokens = [:]
    startTokens = nil
    activities = nil
  }
}

// MARK: - Requests

extension RegistrationLedger {
  /// The accounts that have signed out, in that order.
  var leaving: [AccountID] {
    entries.filter(\.value.isLeaving).sorted { $0.value.revision < $1.value.revision }.map(\.key)
  }

  /// Keeps the record that is sent for an account, with the former revision if the same record was sent last
  /// and not acknowledged.
  mutating func record(_ record: DeviceRecord, of account: AccountID, at date: Date) {
    if let entry = entries[account], entry.record == record, entry.acknowledged == nil { return }
    entries[account] = Entry(record: record, revision: nextRevision(at: date))
  }

  /// Marks all accounts but those that are signed in as leaving.
  mutating func setPresent(_ accounts: Set<AccountID>, at date: Date) {
    for account in entries.keys.sorted() {
      setLeaving(!accounts.contains(account), account, at: date)
    }
  }

  /// Marks an account as leaving, and removes its topics.
  mutating func forget(_ account: AccountID, at date: Date) {
    topics[account] = nil
    setLeaving(true, account, at: date)
  }

  private mutating func setLeaving(_ isLeaving: Bool, _ account: AccountID, at date: Date) {
    guard var entry = entries[account], entry.isLeaving != isLeaving else { return }
    entry.isLeaving = isLeaving
    entry.revision = nextRevision(at: date)
    entries[account] = entry
  }

  /// The wall clock's time in milliseconds, or one more than the last.
  private mutating func nextRevision(at date: Date) -> Int {
    revision = max(revision + 1, Int(date.timeIntervalSince1970 * 1_000))
    return revision
  }
}
