extension PushPayload {
  /// The payload without one of the outermost keys, for tools that read what others wrote into it.
  ///
  /// All other bytes stay as they came, so that what is strange about them is still told.
  package func removing(_ key: String) -> PushPayload {
    let tape = document.tape
    let keys = tape.allKeys(of: 0)
    guard keys.contains(where: { tape.isKey(tape.tokens[$0], key, length: key.utf8.count) }),
      let first = keys.first, let end = tape.bytes.lastIndex(of: ASCII.closeBrace)
    else { return self }
    // Each member reaches from its opening quotation mark to the next one's, its comma with it.
    let starts = keys.map { Int(tape.tokens[$0].start) - 1 } + [end]
    var bytes = tape.bytes[..<(Int(tape.tokens[first].start) - 1)]
    var endsWithComma = false
    for (index, position) in keys.enumerated()
    where !tape.isKey(tape.tokens[position], key, length: key.utf8.count) {
      bytes += tape.bytes[starts[index]..<starts[index + 1]]
      endsWithComma = index < keys.count - 1
    }
    if endsWithComma, let comma = bytes.lastIndex(of: ASCII.comma) { bytes.remove(at: comma) }
    bytes += tape.bytes[end...]
    return (try? PushPayload(json: bytes)) ?? self
  }
}
