import Foundation

/// Writes the dictionaries of the system as JSON, leaving out what JSON can't hold.
///
/// It keeps a stack of its own, since the depth of a dictionary is up to whoever made it.
struct UserInfoWriter {
  private(set) var json = JSONWriter()
  private(set) var issues = PayloadIssueList()
  private var frames: [Frame] = []

  private struct Frame {
    var entries: UserInfoValue.Entries
    var isEmpty = true
    var component = PayloadPath.Component.index(-1)
  }

  /// Writes a whole dictionary.
  mutating func write(_ userInfo: [AnyHashable: Any]) {
    let members = userInfo.map { (key: $0.key.base, value: $0.value) }
    open(.members(members.makeIterator()))
    while !frames.isEmpty { writeNext() }
  }

  /// Writes the next entry of the innermost container, or closes it.
  private mutating func writeNext() {
    let last = frames.count - 1
    switch frames[last].entries {
    case .elements(var elements):
      guard let element = elements.next() else { return close(ASCII.closeBracket) }
      frames[last].entries = .elements(elements)
      if case .index(let index) = frames[last].component {
        frames[last].component = .index(index + 1)
      }
      writeElement(UserInfoValue(element))
    case .members(var members):
      guard let member = members.next() else { return close(ASCII.closeBrace) }
      frames[last].entries = .members(members)
      guard let key = UserInfoValue(member.key).text else { return skip(key: member.key) }
      frames[last].component = .key(key)
      writeMember(key, UserInfoValue(member.value))
    }
  }

  private mutating func writeElement(_ value: UserInfoValue) {
    separate()
    write(canWrite(value) ? value : .null)
  }

  private mutating func writeMember(_ key: String, _ value: UserInfoValue) {
    guard canWrite(value) else { return }
    separate()
    json.write(string: key)
    json.append(ASCII.colon)
    write(value)
  }

  private mutating func write(_ value: UserInfoValue) {
    switch value {
    case .null, .nonFinite, .unsupported: json.append("null")
    case .bool(let bool): json.append(bool ? "true" : "false")
    case .number(let text): json.append(text)
    case .string(let text): json.write(string: text)
    case .container(let entries): open(entries)
    }
  }

  private mutating func open(_ entries: UserInfoValue.Entries) {
    json.append(entries.isArray ? ASCII.openBracket : ASCII.openBrace)
    frames.append(Frame(entries: entries))
  }

  private mutating func close(_ byte: UInt8) {
    json.append(byte)
    frames.removeLast()
  }

  private mutating func separate() {
    let last = frames.count - 1
    if !frames[last].isEmpty { json.append(ASCII.comma) }
    frames[last].isEmpty = false
  }
}

// MARK: - Issues

extension UserInfoWriter {
  private var path: String {
    PayloadPath(components: frames.map(\.component)).description
  }

  /// Whether JSON can hold the value here; adds an issue if not.
  private mutating func canWrite(_ value: UserInfoValue) -> Bool {
    switch value {
    case .unsupported(let type):
      note(.unsupportedValue, "is of the type \(type), which JSON doesn't have")
    case .nonFinite:
      note(.nonFiniteNumber, "is not a finite number")
    case .container where frames.count >= PushPayload.maximumDepth:
      note(.tooDeep, "is nested deeper than \(PushPayload.maximumDepth) levels")
    default: return true
    }
    return false
  }

  private mutating func note(_ code: PayloadIssue.Code, _ problem: String) {
    let path = path
    issues.append(PayloadIssue(code, at: path, "\(path) \(problem); it is left out."))
  }

  private mutating func skip(key: Any) {
    let path = PayloadPath(components: frames.dropLast().map(\.component)).description
    let place = path.isEmpty ? "The payload" : path
    let description = "\(place) has a key of the type \(type(of: key)); its entry is left out."
    issues.append(PayloadIssue(.nonStringKey, at: path, description))
  }
}
