/// Shapes that have made parsers slow, each in any size.
enum LargeShape: CaseIterable {
  case oneString
  case escapes
  case longNumber
  case manyKeys
  case escapedKeys
  case sameKey
  case sameEscapedKey
  case longAlikeKeys
  case keyOfMarks
  case manyKeysOfMarks
  case textOfMarks
  case numbers
  case emptyArrays
  case emptyObjects
  case smallObjects
  case nestedArrays
  case nestedObjects
  case loneSurrogates

  /// A payload of about as many bytes.
  func payload(bytes: Int) -> [UInt8] {
    switch self {
    case .oneString: fill(#"{"a":""#, String(repeating: "x", count: 64), #""}"#, bytes)
    case .escapes: fill(#"{"a":""#, #"\n\u00e9\uD83D\uDE00"#, #""}"#, bytes)
    case .longNumber: fill(#"{"aps":{"badge":1"#, "0", #"}}"#, bytes)
    case .manyKeys: keys(bytes) { "k\($0)" }
    case .escapedKeys: keys(bytes) { #"\u006b"# + "\($0)" }
    case .sameKey: keys(bytes) { _ in "same" }
    case .sameEscapedKey: keys(bytes) { $0.isMultiple(of: 2) ? #"s\u0061me"# : "same" }
    case .longAlikeKeys: keys(bytes) { String(repeating: "a", count: bytes / 20) + "\($0 + 100)" }
    case .keyOfMarks: keys(bytes) { _ in Self.marks(bytes / 3) + "x" }
    case .manyKeysOfMarks: keys(bytes) { Self.marks(12) + "\($0)" }
    case .textOfMarks: Array(#"{"a":""#.utf8) + Array(Self.marks(bytes).utf8) + Array(#""}"#.utf8)
    case .numbers: fill(#"{"a":[1"#, ",12345678901234567890.5e-3", "]}", bytes)
    case .emptyArrays: fill(#"{"a":[[]"#, ",[]", "]}", bytes)
    case .emptyObjects: fill(#"{"a":[{}"#, ",{}", "]}", bytes)
    case .smallObjects: fill(#"{"a":[{}"#, #",{"b":[],"a":{"c":""}}"#, "]}", bytes)
    case .nestedArrays: fill(#"{"a":[1"#, "," + nested("[", "]"), "]}", bytes)
    case .nestedObjects: fill(#"{"a":[1"#, "," + nested(#"{"a":"#, "}"), "]}", bytes)
    case .loneSurrogates: fill(#"{"a":[1"#, #","\uD800""#, "]}", bytes)
    }
  }

  /// Combining marks in the order that costs most to sort: those that belong last come first.
  private static func marks(_ bytes: Int) -> String {
    let half = bytes / 4
    return String(repeating: "\u{345}", count: half) + String(repeating: "\u{316}", count: half)
  }

  private func fill(_ start: String, _ unit: String, _ end: String, _ bytes: Int) -> [UInt8] {
    let count = bytes / unit.utf8.count
    return Array((start + String(repeating: unit, count: count) + end).utf8)
  }

  private func keys(_ bytes: Int, _ key: (Int) -> String) -> [UInt8] {
    var json = "{"
    var index = 0
    while json.utf8.count < bytes {
      json += "\"\(key(index))\":1,"
      index += 1
    }
    return Array((json + "\"end\":1}").utf8)
  }

  private func nested(_ opening: String, _ closing: String) -> String {
    let depth = 50
    return String(repeating: opening, count: depth) + "0" + String(repeating: closing, count: depth)
  }
}
