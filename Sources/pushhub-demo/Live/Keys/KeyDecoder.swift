/// Decodes keys from a terminal's bytes, which may arrive in any pieces.
///
/// Pasted text is between `ESC [ 200 ~` and `ESC [ 201 ~`, and is one event. Without the end, all that
/// follows is pasted text; Control-C still works, since it is a signal.
struct KeyDecoder {
  /// An incomplete sequence.
  ///
  /// Its first byte alone may also be the escape key.
  private var pending: [UInt8] = []

  /// The latest bytes of pasted text, as many as its end has; `nil` outside of one.
  private var pasted: [UInt8]?

  /// Whether no byte has arrived since the last call of ``flush()``.
  private var isIdle = false

  /// Returns the keys that the bytes complete.
  mutating func decode(_ bytes: some Collection<UInt8>) -> [Key] {
    isIdle = false
    return bytes.compactMap { pasted == nil ? decode($0) : decodePasted($0) }
  }

  /// Returns the escape key if it was pressed and no byte has arrived since the last call.
  mutating func flush() -> [Key] {
    defer { isIdle = true }
    guard isIdle, pending == [0x1B] else { return [] }
    pending = []
    return [.other]
  }

  private mutating func decode(_ byte: UInt8) -> Key? {
    if byte < 0x20 {
      pending = byte == 0x1B ? [byte] : []
      return pending.isEmpty ? .character(Character(Unicode.Scalar(byte))) : nil
    }
    guard !pending.isEmpty else {
      return byte < 0x7F ? .character(Character(Unicode.Scalar(byte))) : .other
    }
    pending.append(byte)
    let sequence = String(decoding: pending.dropFirst(), as: UTF8.self)
    // Parameters, and the second bracket of the Linux console's function keys.
    if ["[", "O", "[["].contains(sequence) || pending.count > 2 && (0x20..<0x40).contains(byte) {
      return nil
    }
    pending = []
    switch sequence {
    case "[200~":
      pasted = []
      return nil
    case "[C", "OC": return .character("→")
    case "[D", "OD", "[Z": return .character("←")
    default: return .other
    }
  }

  private mutating func decodePasted(_ byte: UInt8) -> Key? {
    pasted = ((pasted ?? []) + [byte]).suffix(6)
    guard pasted == Array("\u{1B}[201~".utf8) else { return nil }
    pasted = nil
    return .paste
  }
}

/// A key.
enum Key: Hashable {
  /// An ASCII character, including control characters, or an arrow.
  case character(Character)

  /// Pasted text.
  case paste

  /// Any other key or bytes.
  case other
}
