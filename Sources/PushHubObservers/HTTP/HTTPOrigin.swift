import Foundation

/// Who answers at an address: its scheme, host and port, see RFC 6454.
struct HTTPOrigin: Hashable, CustomStringConvertible {
  let scheme: String
  let host: String
  let port: Int

  /// The origin of an address, or nil if it is none of HTTP with a host.
  init?(_ url: URL) {
    guard
      let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
      let host = url.host(percentEncoded: true)?.lowercased(), !host.isEmpty
    else { return nil }
    self.scheme = scheme
    self.host = host
    port = url.port ?? (scheme == "https" ? 443 : 80)
  }

  var description: String { "\(scheme)://\(host):\(port)" }
}
