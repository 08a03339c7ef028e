import Foundation

@testable import PushHub
@testable import PushHubNetworking

/// Whatever an account is called, its address is on the same server and in the same folder as any
/// other's, and no other's.
enum TemplateTarget {
  static func check(_ bytes: [UInt8]) throws {
    let parts = bytes.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
    let texts = parts.map { String(decoding: $0, as: UTF8.self) } + ["", ""]
    let (text, one, other) = (texts[0], texts[1], texts[2])
    let endpoint: AccountEndpoint
    do throws(HTTPSourceError) {
      endpoint = try AccountEndpoint(text)
    } catch {
      return try require(error.reason != nil, "a refusal without a reason")
    }
    try require(!endpoint.error(.ended).endpoint.contains("?"), "an endpoint with a query")
    try require((try? endpoint.address(for: "")) == nil, "nobody has an address")
    guard let plain = try? endpoint.address(for: "a") else {
      throw BrokenProperty("the account a has no address")
    }
    let address = try check(one, endpoint, plain)
    let otherAddress = try check(other, endpoint, plain)
    guard let address, let otherAddress, !one.utf8.elementsEqual(other.utf8) else { return }
    try require(
      !text.contains(AccountEndpoint.placeholder)
        || address.absoluteString != otherAddress.absoluteString,
      "two accounts have one address: \(address)"
    )
  }

  private static func check(
    _ account: String,
    _ endpoint: AccountEndpoint,
    _ plain: URL
  ) throws -> URL? {
    guard let url = try? endpoint.address(for: AccountID(rawValue: account)) else {
      let isDots = account.isEmpty || account.allSatisfy { $0 == "." }
      try require(isDots || account.utf8.count > 1_000, "\(account) has no address")
      return nil
    }
    try require(url.httpOrigin == plain.httpOrigin, "\(url) is on another server than \(plain)")
    try require(url.user == nil && url.password == nil, "\(url) has a user")
    try require(url.fragment == nil, "\(url) has a fragment")
    try require(
      segments(of: url).count == segments(of: plain).count,
      "\(url) is in another folder than \(plain)"
    )
    try require(
      (url.query == nil) == (plain.query == nil),
      "\(url) has a query that \(plain) has not"
    )
    let standardized = url.standardized
    try require(
      standardized.path(percentEncoded: true).split(separator: "/").count
        == plain.standardized.path(percentEncoded: true).split(separator: "/").count,
      "\(url) leads to \(standardized)"
    )
    return url
  }

  private static func segments(of url: URL) -> [Substring] {
    url.path(percentEncoded: true).split(separator: "/", omittingEmptySubsequences: false)
  }
}
