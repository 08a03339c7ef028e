/// The way from the payload to a field, as issues print it.
struct PayloadPath {
  enum Component {
    case key(String)
    case index(Int)
  }

  var components: [Component] = []

  var description: String {
    var text = ""
    for component in components {
      switch component {
      case .index(let index): text += "[\(index)]"
      case .key(let key) where Self.isPlain(key): text += text.isEmpty ? key : "." + key
      case .key(let key): text += "[\(Self.quoted(key))]"
      }
    }
    return text
  }

  private static func isPlain(_ key: String) -> Bool {
    !key.isEmpty && key.utf8.count <= 64
      && key.utf8.allSatisfy {
        ASCII.isDigit($0) || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20
          || $0 == ASCII.minus || $0 == UInt8(ascii: "_")
      }
  }

  // Keys come from outside too: a path of a hundred long ones must not fill a log. Scalars are
  // counted, since one character may have any number of combining marks.
  private static func quoted(_ key: String) -> String {
    var writer = JSONWriter()
    let scalars = key.unicodeScalars
    let rest = scalars.index(scalars.startIndex, offsetBy: 64, limitedBy: scalars.endIndex)
    let isShort = rest == nil || rest == scalars.endIndex
    writer.write(string: isShort ? key : String(scalars.prefix(64)) + "…")
    return writer.text
  }
}
