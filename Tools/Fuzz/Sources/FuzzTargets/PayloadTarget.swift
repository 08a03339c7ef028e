import Foundation

@testable import PushHub

/// Any bytes are a payload, with all that is read from one, or an error that names a byte of theirs.
enum PayloadTarget {
  static func check(_ bytes: [UInt8]) throws {
    let payload: PushPayload
    do throws(PayloadError) {
      payload = try PushPayload(json: bytes)
    } catch {
      try require((0...bytes.count).contains(error.offset), "an error beyond the end: \(error)")
      try require(isPrintable("\(error)"), "an error that can't be printed")
      return try ReaderDisagreement.check(bytes, nil)
    }
    try check(payload, isFromBytes: true)
    try ReaderDisagreement.check(bytes, payload)
    try checkDictionary(payload)
  }

  /// What holds for any payload, however it was made.
  static func check(_ payload: PushPayload, isFromBytes: Bool) throws {
    try checkIssues(payload.issues)
    try checkSpellings(payload)
    if isFromBytes { try checkLine(payload) }
    try checkSenders(payload)
    try checkProperties(payload.aps)
    _ = "\(payload)"
  }

  static func checkIssues(_ issues: [PayloadIssue]) throws {
    try require(issues.count <= PayloadIssue.limit + 1, "\(issues.count) issues")
    var paths: Set<[UInt8]> = []
    for issue in issues where issue.code != .moreIssues {
      try require(paths.insert(Array(issue.path.utf8)).inserted, "two issues at \(issue.path)")
      try require(issue.description.hasSuffix("."), "an issue that is no sentence: \(issue)")
    }
  }
}

// MARK: - Spellings

extension PayloadTarget {
  private static func checkSpellings(_ payload: PushPayload) throws {
    let clean = try read(payload.json, "its own JSON")
    try require(clean == payload, "its JSON is another payload")
    try require(clean.json == payload.json, "its JSON is written otherwise once more")
    let cleaned: Set<PayloadIssue.Code> = [.byteOrderMark, .loneSurrogate, .duplicateKey]
    try require(
      cleaned.isDisjoint(with: clean.issues.map(\.code)),
      "its JSON is not clean: \(clean.issues)"
    )
    let canonical = payload.canonicalJSON
    let again = try read(Array(canonical.utf8), "its canonical text")
    try require(again == payload, "its canonical text is another payload")
    try require(
      again.canonicalJSON.utf8.elementsEqual(canonical.utf8),
      "its canonical text has another one"
    )
    try require(again.hashValue == payload.hashValue, "equal payloads have two hashes")
    let value = JSONValue.object(payload.object)
    let object = try read(Array(value.jsonText.utf8), "its decoded values")
    try require(.object(object.object) == value, "its decoded values are others when read again")
  }

  private static func checkLine(_ payload: PushPayload) throws {
    let line = try read(Array(payload.lineText.utf8), "its line")
    try require(line == payload, "its line is another payload")
    try require(!payload.lineText.utf8.contains(0x0A), "its line has a line break")
    guard payload.issues.last?.code != .moreIssues else { return }
    let issues = payload.issues.filter { $0.code != .byteOrderMark }
    try require(
      line.issues == issues || issues.count < payload.issues.count,
      "its line has other issues: \(line.issues), not \(issues)"
    )
  }

  private static func read(_ bytes: [UInt8], _ name: String) throws -> PushPayload {
    do {
      return try PushPayload(json: bytes)
    } catch {
      throw BrokenProperty("\(name) is no payload: \(error)")
    }
  }
}

// MARK: - Senders and properties

extension PayloadTarget {
  private static func checkSenders(_ payload: PushPayload) throws {
    for sender in PushIdentification.standardSenders {
      let isRecognized = sender.recognizes(payload)
      try require(isRecognized || sender.name != "apns", "nobody recognises it")
      try require(sender.messageID(of: payload) != "", "an empty message id of \(sender.name)")
      _ = sender.link(of: payload)
      let data = JSONValue.object(sender.customData(of: payload))
      _ = data.hashValue
      try require(data["aps"] == nil || sender.name != "apns", "aps is among the custom data")
    }
    _ = PushIdentification().identity(of: payload).sender
  }

  /// Reads all of them; what is there and can't be read must have an issue.
  private static func checkProperties(_ aps: APS) throws {
    _ = (aps.hasAlert, aps.title, aps.subtitle, aps.body, aps.titleLocalization)
    _ = (aps.subtitleLocalization, aps.bodyLocalization, aps.launchImage)
    _ = (aps.actionLocalizationKey, aps.badge)
    _ = (aps.sound, aps.isCritical, aps.volume, aps.threadID, aps.category)
    _ = (aps.contentAvailable, aps.mutableContent, aps.targetContentID)
    _ = (aps.interruptionLevel, aps.relevanceScore, aps.filterCriteria, aps.event)
  }
}

// MARK: - As a dictionary

extension PayloadTarget {
  /// The payload's own values as a dictionary of the system's are the same payload.
  private static func checkDictionary(_ payload: PushPayload) throws {
    guard let userInfo = userInfo(payload.root) else { return }
    let walked = PushPayload(userInfo: userInfo)
    try require(walked == payload, "as a dictionary it is another payload")
    let clean = try read(payload.json, "its JSON")
    guard clean.issues.last?.code != .moreIssues else { return }
    try require(
      Set(walked.issues.map(\.description)) == Set(clean.issues.map(\.description)),
      "as a dictionary it has other issues: \(walked.issues), not \(clean.issues)"
    )
  }

  /// The values as the system hands them over, or nil for what a dictionary can't hold: keys that are
  /// one `String`, and numbers that fit nowhere.
  private static func userInfo(_ node: PushPayload.Node) -> [AnyHashable: Any]? {
    var result: [AnyHashable: Any] = [:]
    for key in node.keys {
      guard let value = node[key].flatMap(bridged) else { return nil }
      guard result.updateValue(value, forKey: key) == nil else { return nil }
    }
    return result
  }

  private static func bridged(_ node: PushPayload.Node) -> Any? {
    if node.isObject { return userInfo(node) }
    if node.isArray {
      let elements = node.elements.compactMap(bridged)
      return elements.count == node.count ? elements : nil
    }
    if let number = node.numberValue { return bridged(number) }
    return node.stringValue ?? node.boolValue ?? NSNull()
  }

  private static func bridged(_ number: JSONNumber) -> Any? {
    if let int = number.int { return int }
    if let int = number.integer(UInt64.self) { return NSNumber(value: int) }
    guard let double = number.double, JSONNumber(double) == number else { return nil }
    return double
  }
}

/// Whether a text holds nothing that could command a terminal.
func isPrintable(_ text: String) -> Bool {
  text.unicodeScalars.allSatisfy {
    switch $0.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}
