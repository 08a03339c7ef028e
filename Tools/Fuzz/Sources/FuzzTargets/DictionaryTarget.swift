import Foundation

@testable import PushHub

/// Any dictionary of the system's is a payload, the same one whenever it is read.
enum DictionaryTarget {
  static func check(_ bytes: [UInt8]) throws {
    // An equal dictionary that is elsewhere in memory has its entries in another order.
    let dictionaries = [dictionary(of: bytes), dictionary(of: bytes)]
    let payload = PushPayload(userInfo: dictionaries[0])
    try PayloadTarget.check(payload, isFromBytes: false)
    let again = PushPayload(userInfo: dictionaries[1])
    try require(again == payload, "one dictionary is two payloads")
    guard payload.issues.last?.code != .moreIssues else { return }
    try require(
      Set(again.issues.map(\.description)) == Set(payload.issues.map(\.description)),
      "one dictionary has two lists of issues: \(payload.issues) and \(again.issues)"
    )
    let parsed = try PushPayload(json: payload.json)
    let paths = Set(payload.issues.map { Array($0.path.utf8) })
    try require(
      parsed.issues.allSatisfy { paths.contains(Array($0.path.utf8)) },
      "its JSON has an issue that it has not: \(parsed.issues), not \(payload.issues)"
    )
  }

  private static func dictionary(of bytes: [UInt8]) -> [AnyHashable: Any] {
    var choices = Choices(bytes)
    return dictionary(&choices, depth: 0)
  }

  private static let keys = [
    "aps", "alert", "title", "body", "badge", "sound", "loc-args", "critical", "volume", "custom",
    "i", "a", "d", "p", "gcm.message_id", "content-available", "é", "e\u{301}", "\u{0}\"\\", "",
  ]

  private static func dictionary(_ choices: inout Choices, depth: Int) -> [AnyHashable: Any] {
    var members: [AnyHashable: Any] = [:]
    for _ in 0..<choices.below(12) where !choices.isEmpty {
      let (key, value) = (Self.key(&choices), Self.value(&choices, depth: depth + 1))
      // A text of Swift's and the same of Foundation's are two keys on Linux, and one on Apple's systems.
      if !members.keys.contains(where: { "\($0.base)" == "\(key.base)" }) { members[key] = value }
    }
    return members
  }

  private static func key(_ choices: inout Choices) -> AnyHashable {
    switch choices.below(12) {
    case 0: choices.text()
    case 1: choices.text()[...]
    case 2: keys[choices.below(keys.count)][...]
    case 3: foundationKey(keys[choices.below(keys.count)])
    case 4: choices.below(3)
    case 5: Double(choices.below(3))
    default: keys[choices.below(keys.count)]
    }
  }

  /// A key as Foundation has it, where it may be one: on Linux two spellings of a letter are equal
  /// `NSString`s with two hashes, which no dictionary can hold.
  private static func foundationKey(_ key: String) -> AnyHashable {
    key.utf8.allSatisfy { $0 < 0x80 } ? NSString(string: key) : key
  }

  /// - Parameter isBridged: Whether it is for a container of Foundation's, which takes one of the keys
  ///   that have one text and two types, now this one, now that.
  private static func value(_ choices: inout Choices, depth: Int, isBridged: Bool = false) -> Any {
    switch choices.below(depth < 24 ? 32 : 26) {
    case 0: return Int(choices.byte())
    case 1: return choices.byte() & 1 == 1
    case 2: return choices.text()
    case 3: return choices.text()[...]
    case 4: return NSString(string: choices.text())
    case 5: return NSNumber(value: Int(choices.byte()))
    case 6: return NSNumber(value: choices.byte() & 1 == 1)
    case 7: return NSNull()
    case 8: return Int?.none as Any
    case 9: return Double(bitPattern: choices.bits())
    case 10: return Float(bitPattern: UInt32(truncatingIfNeeded: choices.bits()))
    case 11: return choices.bits()
    case 12: return Int64(bitPattern: choices.bits())
    case 13: return NSNumber(value: choices.bits())
    case 14: return NSNumber(value: Double(bitPattern: choices.bits()))
    case 15: return Decimal(Int64(bitPattern: choices.bits())) / Decimal(Int(choices.byte()))
    case 16: return NSDecimalNumber(decimal: Decimal(Int64(bitPattern: choices.bits())))
    case 17: return Decimal.nan
    case 18: return Date(timeIntervalSince1970: Double(choices.byte()))
    case 19: return Data(choices.bytes())
    case 20: return choices.text() as String?? as Any
    case 21: return UInt8(choices.byte())
    case 22: return Int8(bitPattern: choices.byte())
    case 23: return Set(choices.bytes())
    case 24: return [String: Int]()
    case 25: return [Int]()
    case 26: return elements(&choices, depth: depth, isBridged: isBridged)
    case 27: return NSArray(array: elements(&choices, depth: depth, isBridged: true))
    case 28: return texts(&choices, depth: depth, isBridged: isBridged)
    case 29: return NSDictionary(dictionary: texts(&choices, depth: depth, isBridged: true))
    case _ where isBridged: return texts(&choices, depth: depth, isBridged: true)
    default: return dictionary(&choices, depth: depth)
    }
  }

  private static func elements(
    _ choices: inout Choices,
    depth: Int,
    isBridged: Bool
  ) -> [Any] {
    (0..<choices.below(8)).map { _ in value(&choices, depth: depth + 1, isBridged: isBridged) }
  }

  private static func texts(
    _ choices: inout Choices,
    depth: Int,
    isBridged: Bool
  ) -> [String: Any] {
    var members: [String: Any] = [:]
    for _ in 0..<choices.below(8) where !choices.isEmpty {
      let key = keys[choices.below(keys.count)]
      members[key] = value(&choices, depth: depth + 1, isBridged: isBridged)
    }
    return members
  }
}
