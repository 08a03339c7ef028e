/// Makes choices of bytes, so that a fuzzer that changes bytes changes what is chosen.
///
/// After the last byte all choices are zero.
struct Choices {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  /// Whether there are no more bytes.
  var isEmpty: Bool { rest.isEmpty }

  /// The next byte.
  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// A number from zero up to, not including, a bound of 256 at most.
  mutating func below(_ bound: Int) -> Int { Int(byte()) % bound }

  /// Any number, of eight bytes.
  mutating func bits() -> UInt64 {
    (0..<8).reduce(0) { bits, _ in bits << 8 | UInt64(byte()) }
  }

  /// The next bytes, as many as the one before them says.
  mutating func bytes() -> [UInt8] {
    let count = Int(byte())
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  /// The next bytes as a text; what is not UTF-8 reads as U+FFFD.
  mutating func text() -> String { String(decoding: bytes(), as: UTF8.self) }

  /// All that is left.
  mutating func remainder() -> [UInt8] {
    defer { rest = [] }
    return Array(rest)
  }
}
