import AccountsShared
import Foundation
import PushHub
import PushHubBackend
import Synchronization

/// Keys in memory, and a cipher that protects nothing: the key, and then the text backward.
final class TestKeyring: Keyring {
  private struct WrongKey: Error {}
  private struct Locked: Error {}

  private let keys: Mutex<[AccountID: Data]>
  private let lock = Mutex(false)

  /// Whether the user has not unlocked the device since it was started.
  var isLocked: Bool {
    get { lock.withLock { $0 } }
    set { lock.withLock { $0 = newValue } }
  }

  init(_ accounts: AccountID...) {
    keys = Mutex(Dictionary(uniqueKeysWithValues: accounts.map { ($0, Self.key(of: $0)) }))
  }

  static func key(of account: AccountID) -> Data { Data("key of \(account)".utf8) }

  /// Seals a message as the server does.
  static func seal(_ json: String, for account: AccountID) -> String {
    (key(of: account) + Data(json.utf8.reversed())).base64EncodedString()
  }

  func accounts() throws -> [AccountID] {
    if isLocked { throw Locked() }
    return keys.withLock { $0.keys.sorted() }
  }

  func open(_ sealed: Data, for account: AccountID) throws -> Data {
    guard let key = keys.withLock({ $0[account] }), sealed.starts(with: key) else {
      throw WrongKey()
    }
    return Data(sealed.dropFirst(key.count).reversed())
  }

  func add(_ key: Data, for account: AccountID) { keys.withLock { $0[account] = key } }

  func remove(_ account: AccountID) { keys.withLock { $0[account] = nil } }
}

/// A server that keeps the token of the device for each account.
final class TestServer: RegistrationEndpoint {
  private let tokens = Mutex<[AccountID: DeviceToken]>([:])

  /// The accounts to which the server would send pushes.
  var accounts: Set<AccountID> { tokens.withLock { Set($0.keys) } }

  func send(_ request: RegistrationRequest) async throws {
    tokens.withLock { $0[request.account] = request.record?.token }
  }
}
