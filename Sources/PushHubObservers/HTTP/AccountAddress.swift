import Foundation
import PushHub

/// Where an account is asked for, told apart from every other account's, also where the URL is the
/// same for all.
struct AccountAddress: Hashable {
  let url: URL

  /// In bytes: accounts may be equal as strings but not to a server.
  private let account: [UInt8]

  init(url: URL, account: AccountID) {
    self.url = url
    self.account = Array(account.rawValue.utf8)
  }
}
