/// Goes through the parts of a picture, as their lengths say, to where its end should be.
struct PictureWalk {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The next byte; `nil` behind the last.
  private mutating func next() -> UInt8? {
    guard place < bytes.count else { return nil }
    defer { place += 1 }
    return bytes[place]
  }

  /// A number of so many bytes, the highest first; `nil` if there are not as many.
  private mutating func number(of count: Int) -> Int? {
    guard place + count <= bytes.count else { return nil }
    defer { place += count }
    return bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
  }

  private mutating func skip(_ count: Int) {
    place = min(place + max(0, count), bytes.count)
  }
}

extension PictureWalk {
  /// Whether there is a chunk IEND behind the others.
  ///
  /// Source: PNG Specification, third edition, section 5.3.
  mutating func findsEndOfPNG() -> Bool {
    skip(8)
    while let length = number(of: 4), let name = number(of: 4) {
      if name == 0x4945_4E44 { return true }
      skip(length + 4)
    }
    return false
  }

  /// Whether there is a marker EOI behind the segments and the scans.
  ///
  /// Source: ITU-T T.81, annex B.
  mutating func findsEndOfJPEG() -> Bool {
    skip(2)
    while let byte = next() {
      guard byte == 0xFF else { continue }
      guard let marker = next() else { return false }
      switch marker {
      case 0xD9: return true
      // A byte FF of a scan, a restart, and a marker without a length of its own.
      case 0x00, 0x01, 0xD0...0xD8: continue
      case 0xFF: place -= 1
      default:
        guard let length = number(of: 2) else { return false }
        skip(length - 2)
      }
    }
    return false
  }

  /// Whether there is a trailer behind the blocks.
  ///
  /// Source: Graphics Interchange Format, version 89a, appendix A.
  mutating func findsEndOfGIF() -> Bool {
    skip(10)
    let flags = next()
    skip(2)
    skipColours(flags)
    while let block = next() {
      switch block {
      case 0x3B: return true
      case 0x21: skip(1)
      case 0x2C:
        skip(8)
        skipColours(next())
        skip(1)
      default: return false
      }
      while let length = next(), length > 0 {
        skip(Int(length))
      }
    }
    return false
  }

  /// Skips a table of colours, if the flags before it say that there is one.
  private mutating func skipColours(_ flags: UInt8?) {
    guard let flags, flags & 0x80 != 0 else { return }
    skip(3 << ((flags & 7) + 1))
  }
}
