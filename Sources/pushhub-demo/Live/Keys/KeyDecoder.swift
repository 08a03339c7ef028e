/// Reads keys from a terminal's bytes, however these are cut into pieces.
///
/// An escape key and the beginning of a sequence are the same byte; only time tells them apart. The
/// decoder has no clock: whoever feeds it waits for as long as ``patience`` says, and then calls
/// ``giveUp()``. Control characters end a sequence that was begun and are told, so that Control-C is
/// heard always.
///
/// What is pasted comes between brackets, `ESC [ 200 ~` and `ESC [ 201 ~`, and is one event. Nothing
/// else ends it: a terminal takes an end out of what it pastes, so that no text can end its own paste
/// and be typed from there on. If the end never comes, keys are text for ever, but for one: a Control-C
/// after which nothing follows is somebody's who sees that nothing else works. It ends the paste, and
/// is told after it.
struct KeyDecoder {
  private enum State: Equatable {
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

    /// Inside a paste, after so many bytes of what ends it.
    case paste(matched: Int)
  }

  /// How many bytes of a paste are kept.
  static let longestPaste = 4_096

  /// How many bytes of parameters are kept; those of the keys that are known have fewer.
  private static let mostParameters = 16

  /// See <https://invisible-island.net/xterm/ctlseqs/ctlseqs.html>, Bracketed Paste Mode.
  private static let endOfPaste = Array("\u{1B}[201~".utf8)

  private var state = State.ground
  private var pasted: [UInt8] = []
  private var lastByte: UInt8 = 0

  /// Whether a paste has begun that has not ended.
  var isPasting: Bool {
    if case .paste = state { true } else { false }
  }

  /// How long to wait for more before ``giveUp()``; `nil` if nothing is waited for.
  ///
  /// A terminal sends a key's sequence in one go; a line that is slow may tear it.
  var patience: Duration? {
    switch state {
    case .ground: nil
    case .escape: .milliseconds(50)
    case .singleShift, .functionKey, .sequence, .character: .milliseconds(500)
    case .paste: .seconds(1)
    }
  }

  /// The keys that the bytes complete.
  mutating func decode(_ bytes: some Sequence<UInt8>) -> [KeyEvent] {
    bytes.flatMap { take($0) }
  }

  /// The keys that there are if nothing more comes.
  mutating func giveUp() -> [KeyEvent] {
    switch state {
    case .ground: return []
    case .escape: return end(with: .escape)
    case .singleShift, .functionKey, .sequence, .character: return end(with: .unknown)
    case .paste where lastByte == 0x03:
      // The text ends before what was pressed, once or in despair several times.
      while pasted.last == 0x03 {
        pasted.removeLast()
      }
      return endPaste() + [.control("C")]
    case .paste: return []
    }
  }

  private mutating func take(_ byte: UInt8) -> [KeyEvent] {
    lastByte = byte
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
    case .paste(let matched):
      return takePasted(byte, matched: matched)
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
    case 0x08, 0x7F: return [.backspace]
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
}

// MARK: - Sequences

extension KeyDecoder {
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
    case UInt8(ascii: "~") where parameters == Array("200".utf8):
      state = .paste(matched: 0)
      return []
    case UInt8(ascii: "~"):
      return end(with: Self.key(parameters: parameters))
    case 0x40..<0x7F:
      return end(with: Self.key(final: byte))
    default:
      return begin(byte)
    }
  }

  private static func key(final byte: UInt8) -> KeyEvent {
    switch byte {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "Z"): .backTab
    default: .unknown
    }
  }

  /// A key of the editing pad, by its number; behind a semicolon are the keys held with it.
  private static func key(parameters: [UInt8]) -> KeyEvent {
    switch String(decoding: parameters.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self) {
    case "1", "7": .home
    case "4", "8": .end
    case "5": .pageUp
    case "6": .pageDown
    default: .unknown
    }
  }
}

// MARK: - Pastes

extension KeyDecoder {
  private mutating func takePasted(_ byte: UInt8, matched: Int) -> [KeyEvent] {
    guard byte != Self.endOfPaste[matched] else {
      guard matched + 1 < Self.endOfPaste.count else { return endPaste() }
      state = .paste(matched: matched + 1)
      return []
    }
    keep(Self.endOfPaste.prefix(matched))
    let isEscape = byte == Self.endOfPaste[0]
    state = .paste(matched: isEscape ? 1 : 0)
    if !isEscape {
      keep([byte])
    }
    return []
  }

  private mutating func keep(_ bytes: some Sequence<UInt8>) {
    pasted += bytes.prefix(max(0, Self.longestPaste - pasted.count))
  }

  private mutating func endPaste() -> [KeyEvent] {
    state = .ground
    defer { pasted = [] }
    return [.paste(String(decoding: pasted, as: UTF8.self))]
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
  case backspace
  case up
  case down
  case left
  case right
  case pageUp
  case pageDown
  case home
  case end

  /// What was pasted, or its beginning if that is very long.
  case paste(String)

  /// A key that this decoder knows no name for, or bytes that are no key at all.
  case unknown
}
