import Foundation
import PushHub

// MARK: - As data

extension RegistrationLedger {
  /// Why stored data can't be understood.
  struct Unreadable: Error, Hashable {
    let reason: String
  }

  /// The form of the data that this version writes, and the only one that it reads.
  static let version = 1

  /// Revisions stay below it, so that any server can read them as numbers.
  static let maximumRevision = 1 << 53

  private struct File: Codable {
    let version: Int
    let ledger: RegistrationLedger
  }

  private struct Head: Decodable {
    let version: Int
  }

  init(_ data: Data) throws(Unreadable) {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    guard let head = try? decoder.decode(Head.self, from: data) else {
      throw Unreadable(reason: "it is no JSON object with a version")
    }
    guard head.version == Self.version else {
      throw Unreadable(reason: "it has version \(head.version), and this app reads \(Self.version)")
    }
    guard let file = try? decoder.decode(File.self, from: data) else {
      throw Unreadable(reason: "it lacks something, or has something of another type")
    }
    self = file.ledger
    guard isSound else {
      throw Unreadable(reason: "it contradicts itself")
    }
  }

  /// Gives what can be read of data that can't be understood: who the installation is, and what was
  /// said; nil without an installation.
  ///
  /// A later version that has changed the rest is likely to have kept these.
  static func salvaged(
    from data: Data,
    environment: DeviceRecord.Environment,
    generator: inout any RandomNumberGenerator
  ) -> Self? {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    guard let remains = try? decoder.decode(Salvage.self, from: data).ledger else { return nil }
    var ledger = Self(environment: environment, generator: &generator)
    ledger.installation = remains.installation
    for entry in remains.entries.compactMap(\.entry) where ledger.entry(of: entry.account) == nil {
      ledger.restore(entry)
    }
    ledger.revision = ledger.entries.map(\.revision).max() ?? 0
    return ledger.isSound ? ledger : nil
  }

  private struct Salvage: Decodable {
    struct Remains: Decodable {
      let installation: String
      let entries: [Attempt]
    }

    struct Attempt: Decodable {
      let entry: Entry?

      init(from decoder: any Decoder) {
        entry = try? Entry(from: decoder)
      }
    }

    let ledger: Remains
  }

  func data() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .secondsSince1970
    return try encoder.encode(File(version: Self.version, ledger: self))
  }

  private var isSound: Bool {
    installation.utf8.count == 32 && spread != nil
      && (0..<Self.maximumRevision).contains(revision)
      && entries.allSatisfy { (0...revision).contains($0.revision) }
      && Set(entries.map(\.account)).count == entries.count
  }

  /// The installation's place in a fleet, from zero up to one; nil if it is none.
  var spread: Double? {
    UInt64(installation.prefix(13), radix: 16).map { Double($0) / Double(UInt64(1) << 52) }
  }
}

extension RegistrationLedger.Entry: Codable {
  private enum CodingKeys: String, CodingKey {
    case account, record, token, formerToken, revision, acknowledged, isLeaving, failed
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    account = AccountID(rawValue: try container.decode(String.self, forKey: .account))
    record = try container.decodeIfPresent(DeviceRecord.self, forKey: .record)
    token = try container.decode(DeviceToken.self, forKey: .token)
    formerToken = try container.decodeIfPresent(DeviceToken.self, forKey: .formerToken)
    revision = try container.decode(Int.self, forKey: .revision)
    acknowledged = try container.decodeIfPresent(Date.self, forKey: .acknowledged)
    isLeaving = try container.decode(Bool.self, forKey: .isLeaving)
    failed = try container.decodeIfPresent(Date.self, forKey: .failed)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(account.rawValue, forKey: .account)
    try container.encodeIfPresent(record, forKey: .record)
    try container.encode(token, forKey: .token)
    try container.encodeIfPresent(formerToken, forKey: .formerToken)
    try container.encode(revision, forKey: .revision)
    try container.encodeIfPresent(acknowledged, forKey: .acknowledged)
    try container.encode(isLeaving, forKey: .isLeaving)
    try container.encodeIfPresent(failed, forKey: .failed)
  }
}
