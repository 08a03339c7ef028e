/// SipHash-2-4: a hash that tells nothing of the text to anybody who does not have the key.
///
/// Source: Jean-Philippe Aumasson and Daniel J. Bernstein, "SipHash: a fast short-input PRF", 2012.
struct SipHash {
  struct Key {
    let low: UInt64
    let high: UInt64

    static func random() -> Key {
      Key(low: .random(in: .min ... .max), high: .random(in: .min ... .max))
    }
  }

  private var v0: UInt64
  private var v1: UInt64
  private var v2: UInt64
  private var v3: UInt64

  private init(_ key: Key) {
    v0 = key.low ^ 0x736F_6D65_7073_6575
    v1 = key.high ^ 0x646F_7261_6E64_6F6D
    v2 = key.low ^ 0x6C79_6765_6E65_7261
    v3 = key.high ^ 0x7465_6462_7974_6573
  }

  /// The hash of some bytes.
  static func hash(_ bytes: some Collection<UInt8>, key: Key) -> UInt64 {
    var state = SipHash(key)
    var word: UInt64 = 0
    var count: UInt64 = 0
    for byte in bytes {
      word |= UInt64(byte) << (8 * (count % 8))
      count += 1
      if count.isMultiple(of: 8) {
        state.compress(word)
        word = 0
      }
    }
    state.compress(word | count << 56)
    state.v2 ^= 0xFF
    for _ in 0..<4 {
      state.round()
    }
    return state.v0 ^ state.v1 ^ state.v2 ^ state.v3
  }

  private mutating func compress(_ word: UInt64) {
    v3 ^= word
    round()
    round()
    v0 ^= word
  }

  private mutating func round() {
    v0 &+= v1
    v1 = v1.rotated(by: 13) ^ v0
    v0 = v0.rotated(by: 32)
    v2 &+= v3
    v3 = v3.rotated(by: 16) ^ v2
    v0 &+= v3
    v3 = v3.rotated(by: 21) ^ v0
    v2 &+= v1
    v1 = v1.rotated(by: 17) ^ v2
    v2 = v2.rotated(by: 32)
  }
}

extension UInt64 {
  fileprivate func rotated(by count: UInt64) -> UInt64 {
    self << count | self >> (64 - count)
  }
}
