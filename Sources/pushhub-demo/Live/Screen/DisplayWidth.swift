/// How many columns texts take on a terminal.
///
/// Terminals differ where Unicode leaves it open; this follows the East Asian Width property, with
/// ambiguous characters narrow, and shows each grapheme cluster as its first scalar is wide.
enum DisplayWidth {
  /// How many scalars a character may be made of before the rest of them is left out.
  static let mostScalars = 8

  /// Blocks whose characters take two columns.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
    0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF,
    0x1FA70...0x1FAFF, 0x20000...0x3FFFD,
  ]

  static func of(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    guard first.value >= 0x300 else { return 1 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    let isEmoji =
      first.properties.isEmojiPresentation
      || character.unicodeScalars.contains { $0.value == 0xFE0F }
    return isEmoji || wide.contains { $0.contains(first.value) } ? 2 : 1
  }

  static func of(_ text: String) -> Int {
    text.reduce(0) { $0 + of($1) }
  }

  /// As much of a text as fits into so many columns.
  static func prefix(of text: String, width: Int) -> String {
    var taken = 0
    return String(
      text.prefix { character in
        taken += of(character)
        return taken <= width
      }
    )
  }

  /// A text whose characters have no endless heap of marks on them.
  static func bounded(_ text: String) -> String {
    guard text.unicodeScalars.count > text.count else { return text }
    return text.reduce(into: "") { result, character in
      result.unicodeScalars += character.unicodeScalars.prefix(mostScalars)
    }
  }
}
