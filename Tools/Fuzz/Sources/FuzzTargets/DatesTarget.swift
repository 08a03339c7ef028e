import Foundation

@testable import PushHubNetworking

/// A server's wish to be left alone is none, or one that ends.
enum DatesTarget {
  static func check(_ bytes: [UInt8]) throws {
    var choices = Choices(bytes)
    let now = Date(timeIntervalSince1970: Double(choices.bits() >> 31))
    let lines = String(decoding: choices.remainder(), as: UTF8.self).split(
      separator: "\n",
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    let (text, responseDate) = (String(lines[0]), lines.dropFirst().first.map(String.init))
    guard
      let wish = Duration(retryAfter: text, responseDate: responseDate, now: now)
    else { return }
    let longest = Duration.seconds(86_400)
    try require(wish > .zero && wish <= longest, "a wish beyond the bound")
    if let seconds = Int(text) {
      try require(
        wish == min(.seconds(seconds), longest),
        "\(seconds) seconds are \(wish)"
      )
    }
  }
}
