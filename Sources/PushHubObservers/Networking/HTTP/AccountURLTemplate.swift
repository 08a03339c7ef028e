package import Foundation
package import PushHub

/// An address, as a rule with a place for an account, as in RFC 6570, level 1.
///
/// Without that place it is the same for all accounts: a server may know them by their tokens.
package struct AccountURLTemplate: Hashable {
  /// Why a text is no such address.
  package struct Malformed: Error, Hashable {
    package let reason: String
  }

  package static let placeholder = "{account}"

  /// The address without its query, for people to read.
  package let endpoint: String

  private let text: String

  package init(_ text: String) throws(Malformed) {
    let parts = text.split(separator: Self.placeholder, omittingEmptySubsequences: false)
    guard !parts.contains(where: { $0.contains { "{}".contains($0) } }) else {
      throw Malformed(reason: "it has braces around something else than account")
    }
    guard let url = Self.url(text, account: "a"), let other = Self.url(text, account: "b") else {
      throw Malformed(reason: "it is no URL")
    }
    guard let origin = HTTPOrigin(url) else {
      throw Malformed(reason: "it has no http or https host")
    }
    guard origin == HTTPOrigin(other) else {
      throw Malformed(reason: "it lets the account choose the host")
    }
    guard url.user == nil, url.password == nil else {
      throw Malformed(reason: "it has a user or a password, which belong into a token")
    }
    guard url.fragment == nil else {
      throw Malformed(reason: "it has a fragment, which is never sent")
    }
    self.text = text
    endpoint = String(text.prefix { $0 != "?" })
  }

  /// The account's address, or nil if the account has none of its own.
  package func url(for account: AccountID) -> URL? {
    guard !account.rawValue.isEmpty else { return nil }
    return Self.url(text, account: account.rawValue)
  }

  /// Expands the text; dots may not lead to another folder, for they can't be encoded away.
  private static func url(_ text: String, account: String) -> URL? {
    let expanded = text.replacing(placeholder, with: percentEncoded(account))
    guard let url = URL(string: expanded, encodingInvalidCharacters: false) else { return nil }
    let segments = url.path(percentEncoded: true).split(separator: "/")
    return segments.contains { $0 == "." || $0 == ".." } ? nil : url
  }

  /// Encodes every byte but the unreserved ones, see RFC 3986, section 2.3.
  private static func percentEncoded(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        result += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return result
  }
}

/// Where an account is asked for, told apart from every other account's, also where the URL is the
/// same for all.
package struct AccountAddress: Hashable {
  package let url: URL

  /// In bytes: accounts may be equal as strings but not to a server.
  private let account: [UInt8]

  package init(url: URL, account: AccountID) {
    self.url = url
    self.account = Array(account.rawValue.utf8)
  }
}
