/// Reads keys from a terminal's bytes, however these are cut into pieces.
///
/// What is pasted comes between brackets, `ESC [ 200 ~` and `ESC [ 201 ~`, and is one event, whatever
/// it says. If the end never comes, keys are text for ever; Control-C is none, but a signal.
struct KeyDecoder {
  /// What is begun: an escape key or the beginning of a sequence, which are the same byte.
  private var begun: [UInt8] = []

  /// The latest bytes of a paste, as many as can end it; `nil` outside.
  private var pasted: [UInt8]?

  /// Whether nothing has followed what is begun since ``settle()`` was called.
  private var isOld = false

  /// The keys that the bytes complete.
  mutating func decode(_ bytes: some Collection<UInt8>) -> [Key] {
    isOld = false
    return bytes.compactMap { pasted == nil ? decode($0) : decodePasted($0) }
  }

  /// The key that there is if nothing has come since the last call: the escape key is only known after a pause.
  mutating func settle() -> [Key] {
    defer { isOld = true }
    guard isOld, begun == [0x1B] else { return [] }
    begun = []
    return [.other]
  }

  private mutating func decode(_ byte: UInt8) -> Key? {
    if byte < 0x20 {
      begun = byte == 0x1B ? [byte] : []
      return begun.isEmpty ? .character(Character(Unicode.Scalar(byte))) : nil
    }
    guard !begun.isEmpty else {
      return byte < 0x7F ? .character(Character(Unicode.Scalar(byte))) : .other
    }
    begun.append(byte)
    let sequence = String(decoding: begun.dropFirst(), as: UTF8.self)
    // Parameters, and the second bracket of the Linux console's function keys.
    if ["[", "O", "[["].contains(sequence) || begun.count > 2 && (0x20..<0x40).contains(byte) {
      return nil
    }
    begun = []
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

/// A key that was pressed.
enum Key: Hashable {
  /// A character of ASCII, control characters too, or the arrow that is on the key.
  case character(Character)

  /// Something was pasted.
  case paste

  /// A key that has no meaning here, or bytes that are no key at all.
  case other
}
