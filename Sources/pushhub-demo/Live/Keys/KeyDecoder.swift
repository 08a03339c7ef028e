/// Reads keys from a terminal's bytes, however these are cut into pieces.
///
/// An escape key and the beginning of a sequence are the same byte. The decoder waits for the next
/// one to tell them apart, and for no time; so an escape key is told with the key after it. Control
/// characters end a sequence that was begun and are told, so that Control-C is heard always.
struct KeyDecoder {
  private enum State {
    case ground
    case escape

    /// After `ESC O`.
    case singleShift

    /// After `ESC [ [`, with which the console of Linux begins its function keys.
    case functionKey

    /// After `ESC [`, with the parameters so far.
    case sequence([UInt8])

    /// Inside a character.
    case character([UInt8], missing: Int)
  }

  /// How many bytes of parameters are kept; those of the keys that are known have fewer.
  private static let mostParameters = 16

  private var state = State.ground

  /// The keys that the bytes complete.
  mutating func decode(_ bytes: some Sequence<UInt8>) -> [KeyEvent] {
    bytes.flatMap { take($0) }
  }

  private mutating func take(_ byte: UInt8) -> [KeyEvent] {
    switch state {
    case .ground:
      return begin(byte)
    case .escape:
      return takeAfterEscape(byte)
    case .singleShift where (0x30..<0x40).contains(byte):
      return []
    case .singleShift:
      return byte < 0x20 ? begin(byte) : end(with: Self.key(final: byte))
    case .functionKey:
      return byte < 0x20 ? begin(byte) : end(with: .unknown)
    case .sequence(let parameters):
      return take(byte, after: parameters)
    case .character(let bytes, let missing):
      return take(byte, inside: bytes, missing: missing)
    }
  }

  private mutating func begin(_ byte: UInt8) -> [KeyEvent] {
    state = .ground
    switch byte {
    case 0x09: return [.tab]
    case 0x0A, 0x0D: return [.enter]
    case 0x1B:
      state = .escape
      return []
    case 0x00..<0x20: return [.control(Character(Unicode.Scalar(byte + 0x40)))]
    case 0x20..<0x7F: return [.character(Character(Unicode.Scalar(byte)))]
    case 0xC2...0xDF: state = .character([byte], missing: 1)
    case 0xE0...0xEF: state = .character([byte], missing: 2)
    case 0xF0...0xF4: state = .character([byte], missing: 3)
    default: return [.unknown]
    }
    return []
  }

  private mutating func takeAfterEscape(_ byte: UInt8) -> [KeyEvent] {
    switch byte {
    case UInt8(ascii: "["):
      state = .sequence([])
      return []
    case UInt8(ascii: "O"):
      state = .singleShift
      return []
    default:
      return [.escape] + begin(byte)
    }
  }

  private mutating func take(_ byte: UInt8, after parameters: [UInt8]) -> [KeyEvent] {
    switch byte {
    case 0x20..<0x40:
      if parameters.count < Self.mostParameters {
        state = .sequence(parameters + [byte])
      }
      return []
    case UInt8(ascii: "[") where parameters.isEmpty:
      state = .functionKey
      return []
    case 0x40..<0x7F:
      return end(with: Self.key(final: byte))
    default:
      return begin(byte)
    }
  }

  private mutating func end(with key: KeyEvent) -> [KeyEvent] {
    state = .ground
    return [key]
  }

  private mutating func take(
    _ byte: UInt8,
    inside bytes: [UInt8],
    missing: Int
  ) -> [KeyEvent] {
    guard byte & 0xC0 == 0x80 else { return [.unknown] + begin(byte) }
    let bytes = bytes + [byte]
    guard missing == 1 else {
      state = .character(bytes, missing: missing - 1)
      return []
    }
    state = .ground
    let character = String(validating: bytes, as: UTF8.self)?.first
    return [character.map(KeyEvent.character) ?? .unknown]
  }

  private static func key(final byte: UInt8) -> KeyEvent {
    switch byte {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "Z"): .backTab
    default: .unknown
    }
  }
}

/// A key that was pressed, as far as a terminal tells.
enum KeyEvent: Hashable {
  case character(Character)

  /// A letter, or another character from `@` to `_`, with the control key.
  case control(Character)

  case enter
  case tab
  case backTab
  case escape
  case up
  case down
  case left
  case right

  /// A key that this decoder knows no name for, or bytes that are no key at all.
  case unknown
}
