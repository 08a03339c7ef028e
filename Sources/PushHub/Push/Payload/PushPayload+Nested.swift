extension PushPayload {
  /// Reads a payload that lies within another document, with everything strange about it.
  ///
  /// - Throws: ``PayloadError`` if the node is no dictionary.
  init(_ node: Node) throws(PayloadError) {
    document = try PayloadDocument(node.bytes)
  }
}

extension PushPayload.Node {
  /// The bytes of a dictionary or array as they were written, from bracket to bracket.
  fileprivate var bytes: ContiguousArray<UInt8> {
    let bytes = document.tape.bytes
    let start = Int(document.tape.tokens[position].start)
    var depth = 0
    var isInString = false
    var end = start
    while end < bytes.count {
      let byte = bytes[end]
      end += 1
      if isInString {
        if byte == UInt8(ascii: "\\") {
          end += 1
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      if depth == 0 { break }
    }
    return ContiguousArray(bytes[start..<end])
  }
}
