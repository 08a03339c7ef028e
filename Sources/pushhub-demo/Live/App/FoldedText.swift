import Foundation

/// A text as a search reads it: without regard to case, accents and width.
struct FoldedText: Equatable {
  private let scalars: [UInt32]

  /// To which character of the text each scalar belongs; `nil` where each is one.
  private let places: [Int]?

  init(_ text: String) {
    if let ascii = Self.foldedASCII(text) {
      scalars = ascii
      places = nil
      return
    }
    var scalars: [UInt32] = []
    var places: [Int] = []
    for (place, character) in text.enumerated() {
      for scalar in Self.folded(character).unicodeScalars {
        scalars.append(scalar.value)
        places.append(place)
      }
    }
    self.scalars = scalars
    self.places = places
  }

  var isEmpty: Bool { scalars.isEmpty }

  /// Whether another text is its beginning.
  func begins(with other: FoldedText) -> Bool {
    scalars.starts(with: other.scalars)
  }

  /// Whether another text is in it; one with nothing to search for is in none.
  func contains(_ other: FoldedText) -> Bool {
    next(other, from: 0) != nil
  }

  /// Where another text is in it, by the places of the characters; none overlaps the one before.
  func ranges(of other: FoldedText) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    while let found = next(other, from: start) {
      let last = found + other.scalars.count - 1
      ranges.append(place(of: found)..<place(of: last) + 1)
      start = last + 1
    }
    return ranges
  }

  private func place(of scalar: Int) -> Int {
    places?[scalar] ?? scalar
  }

  /// In loops of its own, since every line is searched at every key.
  private func next(_ other: FoldedText, from start: Int) -> Int? {
    let pattern = other.scalars
    guard !pattern.isEmpty else { return nil }
    var place = start
    while place + pattern.count <= scalars.count {
      var matched = 0
      while matched < pattern.count, scalars[place + matched] == pattern[matched] {
        matched += 1
      }
      if matched == pattern.count { return place }
      place += 1
    }
    return nil
  }

  private static func foldedASCII(_ text: String) -> [UInt32]? {
    var result: [UInt32] = []
    result.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      // A return and a line feed are one character.
      guard byte < 0x80, byte != 0x0D else { return nil }
      let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      result.append(UInt32(isUpper ? byte | 0x20 : byte))
    }
    return result
  }

  private static func folded(_ character: Character) -> String {
    String(character).folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive],
      locale: nil
    )
  }
}
