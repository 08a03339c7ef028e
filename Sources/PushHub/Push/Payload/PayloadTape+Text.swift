extension PayloadTape {
  /// How a value is written.
  enum Spelling {
    /// As it came: strings, numbers, the order of keys, and keys that a later one hides.
    case verbatim
    /// Keys in order, each once, and strings without needless escapes; numbers as they came.
    case clean
    /// The same, and numbers of one value alike: equal contents have equal texts.
    case canonical
  }

  /// The bytes of a value as JSON without white space.
  ///
  /// What the tape holds is copied where it lies, without making values of it: two keys that are one
  /// `String` stay two, and the order is that of the keys' bytes, which is total. (`<` on `String`
  /// isn't, for texts that only differ in how they are composed.)
  ///
  /// - Complexity: O(*n* log *n*) in the number of bytes, and O(*n*) if the keys are in order.
  func text(at position: Int, _ spelling: Spelling) -> ContiguousArray<UInt8> {
    var writer = TapeWriter(tape: self, spelling: spelling)
    writer.write(position)
    return writer.json.bytes
  }
}

/// Writes a tape, keeping a list of what is still to be written in place of recursion.
private struct TapeWriter {
  let tape: PayloadTape
  let spelling: PayloadTape.Spelling
  var json = JSONWriter()
  private var frames: [Frame] = []

  /// What is left of a container: its entries from a position on, or its sorted keys, last first.
  private struct Frame {
    let closing: UInt8
    var next: Int
    let end: Int
    var keys: [Key]?
  }

  private struct Key {
    let position: Int
    let content: ArraySlice<UInt8>
  }

  init(tape: PayloadTape, spelling: PayloadTape.Spelling) {
    self.tape = tape
    self.spelling = spelling
  }

  mutating func write(_ root: Int) {
    writeValue(root)
    while let last = frames.indices.last {
      if let key = frames[last].keys?.popLast() {
        writeMember(key.position, content: key.content)
      } else if frames[last].keys == nil, frames[last].next < frames[last].end {
        writeNext(of: last)
      } else {
        json.append(frames[last].closing)
        frames.removeLast()
      }
    }
  }

  private mutating func writeNext(of last: Int) {
    let entry = frames[last].next
    let isMember = frames[last].closing == ASCII.closeBrace
    frames[last].next = Int(tape.tokens[isMember ? entry + 1 : entry].next)
    if isMember {
      writeMember(entry, content: tape.bytes[tape.tokens[entry].range])
    } else {
      separate(from: ASCII.openBracket)
      writeValue(entry)
    }
  }

  private mutating func writeMember(_ key: Int, content: ArraySlice<UInt8>) {
    separate(from: ASCII.openBrace)
    writeString(tape.tokens[key], content: content)
    json.append(ASCII.colon)
    writeValue(key + 1)
  }

  private mutating func writeValue(_ position: Int) {
    let token = tape.tokens[position]
    switch token.kind {
    case .null, .false, .true: json.append(tape.bytes[token.range])
    case .number: writeNumber(token)
    case .string where spelling == .verbatim:
      writeString(token, content: tape.bytes[token.range])
    case .string: writeString(token, content: token.content(in: tape.bytes))
    case .array: open(position, ASCII.openBracket, ASCII.closeBracket)
    case .object: open(position, ASCII.openBrace, ASCII.closeBrace)
    }
  }

  private mutating func open(_ container: Int, _ opening: UInt8, _ closing: UInt8) {
    let isSorted = closing == ASCII.closeBrace && spelling != .verbatim
    json.append(opening)
    frames.append(
      Frame(
        closing: closing,
        next: container + 1,
        end: Int(tape.tokens[container].next),
        keys: isSorted ? keys(of: container) : nil
      )
    )
  }

  /// An opening bracket is followed by its first entry; a comma stands between others.
  private mutating func separate(from opening: UInt8) {
    if json.bytes.last != opening { json.append(ASCII.comma) }
  }

  private mutating func writeString(_ token: PayloadToken, content: ArraySlice<UInt8>) {
    if token.flags.contains(.escaped), spelling != .verbatim {
      json.write(string: content)
    } else {
      json.append(ASCII.quote)
      json.append(content)
      json.append(ASCII.quote)
    }
  }

  private mutating func writeNumber(_ token: PayloadToken) {
    let digits = tape.bytes[token.range]
    if spelling != .canonical || (digits.count <= 18 && digits.allSatisfy(ASCII.isDigit)) {
      json.append(digits)
    } else {
      json.append(JSONNumber(validated: String(decoding: digits, as: UTF8.self)).canonicalText)
    }
  }

  private func keys(of object: Int) -> [Key] {
    var keys = tape.keys(of: object).map { position in
      Key(position: position, content: tape.tokens[position].content(in: tape.bytes))
    }
    keys.reverse()
    let isSorted = zip(keys, keys.dropFirst()).allSatisfy {
      $1.content.lexicographicallyPrecedes($0.content)
    }
    if !isSorted { keys.sort { $1.content.lexicographicallyPrecedes($0.content) } }
    return keys
  }
}
