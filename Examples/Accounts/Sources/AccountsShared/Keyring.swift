public import Foundation
public import PushHub

/// The keys of the accounts' messages, which the app and its service extension share.
public protocol Keyring: Sendable {
  /// The accounts that have a key.
  func accounts() throws -> [AccountID]

  /// Opens a message with an account's key.
  ///
  /// - Throws: Any error, if there is no key, or if the message was sealed with another one.
  func open(_ sealed: Data, for account: AccountID) throws -> Data

  /// Keeps the key of an account that signs in.
  func add(_ key: Data, for account: AccountID) throws

  /// Removes the key of an account that signs out.
  func remove(_ account: AccountID) throws
}
