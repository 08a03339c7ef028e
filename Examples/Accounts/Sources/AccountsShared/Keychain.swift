#if canImport(CryptoKit)
import CryptoKit
public import Foundation
public import PushHub
import Security

/// The keys in the keychain, in an access group of the app and its service extension.
///
/// The extension reads them while the device is locked, once the user has unlocked it after a start.
public struct Keychain: Keyring {
  private struct Failure: Error {
    let status: OSStatus
  }

  /// The keys of this app; the identifier begins with the team's.
  public static let shared = Keychain(accessGroup: "TEAM.org.example.Accounts")

  private let accessGroup: String

  /// Opens an access group; nothing is read yet.
  public init(accessGroup: String) { self.accessGroup = accessGroup }

  /// The accounts that have a key; throws before the first unlock.
  public func accounts() throws -> [AccountID] {
    let query = [kSecMatchLimit: kSecMatchLimitAll, kSecReturnAttributes: true] as [CFString: Any]
    let items = try find(query, of: nil) as? [[String: Any]] ?? []
    return items.compactMap { $0[kSecAttrAccount as String] as? String }
      .map(AccountID.init(rawValue:))
  }

  /// Opens a message with an account's key.
  public func open(_ sealed: Data, for account: AccountID) throws -> Data {
    guard let key = try find([kSecReturnData: true], of: account) as? Data else {
      throw Failure(status: errSecItemNotFound)
    }
    return try AES.GCM.open(AES.GCM.SealedBox(combined: sealed), using: SymmetricKey(data: key))
  }

  /// Keeps the key of an account, in place of a former one.
  public func add(_ key: Data, for account: AccountID) throws {
    try remove(account)
    var item = query(account)
    item[kSecValueData] = key
    item[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
    try check(SecItemAdd(item as CFDictionary, nil))
  }

  /// Removes the key of an account, if there is one.
  public func remove(_ account: AccountID) throws {
    try check(SecItemDelete(query(account) as CFDictionary))
  }

  private func query(_ account: AccountID?) -> [CFString: Any] {
    var query: [CFString: Any] = [
      kSecClass: kSecClassGenericPassword,
      kSecAttrService: "messages",
      kSecAttrAccessGroup: accessGroup,
      kSecUseDataProtectionKeychain: true,
    ]
    query[kSecAttrAccount] = account?.rawValue
    return query
  }

  private func find(_ wish: [CFString: Any], of account: AccountID?) throws -> CFTypeRef? {
    var item: CFTypeRef?
    let query = query(account).merging(wish) { $1 }
    try check(SecItemCopyMatching(query as CFDictionary, &item))
    return item
  }

  private func check(_ status: OSStatus) throws {
    guard status == errSecSuccess || status == errSecItemNotFound else {
      throw Failure(status: status)
    }
  }
}

extension AppGroup {
  /// The group of this app; without the capability App Groups, a folder that the extension doesn't see.
  public static let shared = AppGroup(
    FileManager.default
      .containerURL(forSecurityApplicationGroupIdentifier: "group.org.example.Accounts")
      ?? .temporaryDirectory
  )
}
#endif
