extension PayloadTape {
  /// How numbers are written.
  enum Numbers {
    case asWritten
    case canonical
  }

  /// The bytes of a value as JSON without white space, objects in the order of their keys.
  ///
  /// What the tape holds is copied where it lies, without making values of it: two keys that are one
  /// `String` stay two, and the order is that of the keys' bytes, which is total. (`<` on `String`
  /// isn't, for texts that only differ in how they are composed.)
  ///
  /// - Complexity: O(*n* log *n*) in the number of bytes, and O(*n*) if the keys are in order.
  func text(at position: Int, numbers: Numbers) -> ContiguousArray<UInt8> {
    var writer = TapeWriter(tape: self, numbers: numbers)
    writer.write(position)
    return writer.json.bytes
  }
}

/// Writes a tape, keeping a list of what is still to be written in place of recursion.
private struct TapeWriter {
  let tape: PayloadTape
  let numbers: PayloadTape.Numbers
  var json = JSONWriter()
  private var frames: [Frame] = []

  /// What is left of a container: an array's position, or an object's keys, the next one last.
  private struct Frame {
    var next: Int
    let end: Int
    var keys: [Key]?
  }

  private struct Key {
    let position: Int
    let content: ArraySlice<UInt8>
  }

  init(tape: PayloadTape, numbers: PayloadTape.Numbers) {
    self.tape = tape
    self.numbers = numbers
  }

  mutating func write(_ root: Int) {
    writeValue(root)
    while let last = frames.indices.last {
      if let key = frames[last].keys?.popLast() {
        separate(from: ASCII.openBrace)
        writeString(tape.tokens[key.position], content: key.content)
        json.append(ASCII.colon)
        writeValue(key.position + 1)
      } else if frames[last].keys == nil, frames[last].next < frames[last].end {
        let element = frames[last].next
        frames[last].next = Int(tape.tokens[element].next)
        separate(from: ASCII.openBracket)
        writeValue(element)
      } else {
        json.append(frames[last].keys == nil ? ASCII.closeBracket : ASCII.closeBrace)
        frames.removeLast()
      }
    }
  }

  private mutating func writeValue(_ position: Int) {
    let token = tape.tokens[position]
    switch token.kind {
    case .null: json.append("null")
    case .false: json.append("false")
    case .true: json.append("true")
    case .number: writeNumber(token)
    case .string: writeString(token, content: token.content(in: tape.bytes))
    case .array:
      json.append(ASCII.openBracket)
      frames.append(Frame(next: position + 1, end: Int(token.next), keys: nil))
    case .object:
      json.append(ASCII.openBrace)
      frames.append(Frame(next: 0, end: 0, keys: keys(of: position)))
    }
  }

  /// An opening bracket is followed by its first entry; a comma stands between others.
  private mutating func separate(from opening: UInt8) {
    if json.bytes.last != opening { json.append(ASCII.comma) }
  }

  private mutating func writeString(_ token: PayloadToken, content: ArraySlice<UInt8>) {
    if token.flags.contains(.escaped) {
      json.write(string: content)
    } else {
      json.append(ASCII.quote)
      json.append(content)
      json.append(ASCII.quote)
    }
  }

  private mutating func writeNumber(_ token: PayloadToken) {
    let digits = token.content(in: tape.bytes)
    if numbers == .asWritten || (digits.count <= 18 && digits.allSatisfy(ASCII.isDigit)) {
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
    let isSorted = zip(keys, keys.dropFirst()).allSatisfy { $1.content.precedes($0.content) }
    if !isSorted { keys.sort { $1.content.precedes($0.content) } }
    return keys
  }
}

extension ArraySlice<UInt8> {
  fileprivate func precedes(_ other: Self) -> Bool { lexicographicallyPrecedes(other) }
}
