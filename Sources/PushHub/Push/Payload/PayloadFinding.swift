/// An issue that knows its place on the tape, before its path is worked out.
///
/// Paths cost a walk from the root, so they are made once, for the few findings that are kept.
struct PayloadFinding {
  let code: PayloadIssue.Code
  /// The position of the value or key that is strange.
  let position: Int
  /// What belongs there instead, for example "a string".
  var expected = ""
  /// What is read instead.
  var meaning = "nil"
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
        "\(place) should be \(finding.expected) and doesn't fit; it reads as nil."
      default:
        "\(place) should be \(finding.expected) and is \(found); it reads as \(finding.meaning)."
      }
    let isMissing = finding.code == .missing
    return PayloadIssue(finding.code, at: isMissing ? "aps" : path, description)
  }

  private func path(to target: Int) -> PayloadPath {
    var path = PayloadPath()
    var position = 0
    while position < target, let step = step(from: position, towards: target) {
      path.components.append(step.component)
      // A finding about a key is one about its entry.
      if step.key == target { break }
      position = step.value
    }
    return path
  }

  private typealias Step = (component: PayloadPath.Component, key: Int?, value: Int)

  private func step(from container: Int, towards target: Int) -> Step? {
    let isObject = tokens[container].kind == .object
    var index = 0
    var position = container + 1
    while position < Int(tokens[container].next) {
      let value = isObject ? position + 1 : position
      if target < Int(tokens[value].next) {
        guard isObject else { return (.index(index), nil, value) }
        return (.key(string(at: position) ?? ""), position, value)
      }
      position = Int(tokens[value].next)
      index += 1
    }
    return nil
  }
}
