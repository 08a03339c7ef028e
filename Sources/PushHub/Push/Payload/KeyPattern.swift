/// A key, or all keys that begin with a text, which stands with a `*` at its end.
struct KeyPattern: Sendable {
  let text: String
  let length: Int
  let isPrefix: Bool

  /// Whether the key at a position is one of these, compared byte for byte.
  func matches(_ position: Int, in tape: PayloadTape) -> Bool {
    let token = tape.tokens[position]
    return isPrefix
      ? tape.isKey(token, beginningWith: text, length: length)
      : tape.isKey(token, text, length: length)
  }
}

extension KeyPattern: ExpressibleByStringLiteral {
  init(stringLiteral pattern: String) {
    isPrefix = pattern.hasSuffix("*")
    text = isPrefix ? String(pattern.dropLast()) : pattern
    length = text.utf8.count
  }
}

/// Which keys an object may have: one bit for each, which others share.
///
/// It answers at once that a key is missing, which is so for most keys of most senders.
struct KeyMask: Sendable {
  private var bits: UInt64 = 0

  static let all = KeyMask(bits: .max)
}

extension KeyMask {
  /// The keys of an object.
  init(_ object: Int, of tape: PayloadTape) {
    var position = object + 1
    while position < Int(tape.tokens[object].next) {
      let token = tape.tokens[position]
      guard !token.flags.contains(.escaped) else {
        self = .all
        return
      }
      insert(first: tape.bytes[Int(token.start)], count: Int(token.length))
      position = Int(tape.tokens[position + 1].next)
    }
  }

  /// One key.
  init(_ key: String) {
    insert(first: key.utf8.first ?? ASCII.quote, count: key.utf8.count)
  }

  func union(_ other: KeyMask) -> KeyMask { KeyMask(bits: bits | other.bits) }

  /// False only if no key of one is a key of the other.
  func intersects(_ other: KeyMask) -> Bool { bits & other.bits != 0 }

  /// An empty key has its closing quotation mark for a first byte.
  private mutating func insert(first: UInt8, count: Int) {
    bits |= 1 << UInt64((Int(first) &* 7 &+ count) & 63)
  }
}
