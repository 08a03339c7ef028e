/// An issue that knows its place on the tape, before its path is worked out.
///
/// Paths cost a walk from the root, so they are made once, for the few findings that are kept.
struct PayloadFinding {
  let code: PayloadIssue.Code
  /// The position of the value or key that is strange.
  let position: Int
  /// What belongs there instead, for example "a string".
  var expected = ""
  /// What it is taken as.
  var meaning = "absent"
}

/// Findings as they come, no more than are listed as issues; the rest is counted.
struct PayloadFindings {
  private(set) var listed: [PayloadFinding] = []
  private(set) var omitted = 0

  mutating func append(_ finding: PayloadFinding) {
    if listed.count < PayloadIssueList.limit {
      listed.append(finding)
    } else {
      omitted += 1
    }
  }
}

extension PayloadTape {
  /// The finding as an issue with a path and a sentence.
  ///
  /// - Complexity: O(*n*) in the number of tokens before the finding.
  func issue(for finding: PayloadFinding) -> PayloadIssue {
    let path = path(to: finding.position).description
    let place = path.isEmpty ? "The payload" : path
    let found = tokens[finding.position].kind.name
    let description =
      switch finding.code.value {
      case .byteOrderMark:
        "The payload begins with a byte order mark, which is skipped; send UTF-8 without it."
      case .loneSurrogate:
        "\(place) has half of a surrogate pair in its key or text; it reads as U+FFFD."
      case .duplicateKey:
        "\(place) appears more than once in its dictionary; the last one counts."
      case .missing:
        "The payload has no aps dictionary; an empty one is read instead."
      case .outOfRange:
        "\(place) should be \(finding.expected) and doesn't fit; it is taken as absent."
      default:
        "\(place) should be \(finding.expected) and is \(found); it is taken as \(finding.meaning)."
      }
    let isMissing = finding.code == .missing
    return PayloadIssue(finding.code, at: isMissing ? "aps" : path, description)
  }

  private func path(to target: Int) -> PayloadPath {
    var path = PayloadPath()
    var container = 0
    while container < target {
      let isObject = tokens[container].kind == .object
      guard let (index, entry) = entry(of: container, with: target) else { break }
      path.components.append(isObject ? .key(string(at: entry) ?? "") : .index(index))
      // A finding about a key is one about its entry: it ends here, the value being past the key.
      container = isObject ? entry + 1 : entry
    }
    return path
  }

  private func entry(of container: Int, with target: Int) -> (index: Int, position: Int)? {
    var last: (Int, Int)?
    for (index, position) in children(of: container).enumerated() {
      if position > target { break }
      last = (index, position)
    }
    return last
  }
}

extension PayloadToken.Kind {
  /// The kind as a reader of an issue knows it.
  fileprivate var name: String {
    switch self {
    case .null: "null"
    case .false, .true: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .object: "a dictionary"
    case .array: "an array"
    }
  }
}

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
