import Foundation
import PushHub
import PushHubRecorder
import Testing

/// Every value in every container, against what each is known to be.
struct UserInfoEnumerationTests {
  /// A value of the system's dictionaries, and what it is in JSON; nothing if JSON has no such value.
  private struct Leaf {
    let value: Any
    var json: JSONValue?
    var issue: PayloadIssue.Code?
  }

  private struct Secret {}

  private let leaves = [
    Leaf(value: "text", json: "text"), Leaf(value: "\"\\\n\0é😀", json: "\"\\\n\0é😀"),
    Leaf(value: NSString(string: "e\u{301}"), json: "e\u{301}"), Leaf(value: "", json: ""),
    Leaf(value: NSNull(), json: .null), Leaf(value: true, json: true),
    Leaf(value: NSNumber(value: false), json: false), Leaf(value: 1, json: 1),
    Leaf(value: NSNumber(value: 0), json: 0), Leaf(value: UInt8(1), json: 1),
    Leaf(value: NSNumber(value: 9_007_199_254_740_993), json: 9_007_199_254_740_993),
    Leaf(value: Float(0.5), json: 0.5), Leaf(value: [Any](), json: []),
    Leaf(value: NSDictionary(), json: [:]), Leaf(value: ["k": 1], json: ["k": 1]),
    Leaf(value: Secret(), issue: .unsupportedValue), Leaf(value: Date(), issue: .unsupportedValue),
    Leaf(value: NSNumber(value: Double.nan), issue: .nonFiniteNumber),
  ]

  private enum Container: CaseIterable {
    case array
    case foundationArray
    case object
    case hashableObject
    case foundationObject

    var isArray: Bool { self == .array || self == .foundationArray }

    func hold(_ one: Any, _ other: Any) -> Any {
      switch self {
      case .array: [one, other]
      case .foundationArray: NSArray(array: [one, other])
      case .object: ["a": one, "b": other]
      case .hashableObject: [AnyHashable("a"): one, "b": other] as [AnyHashable: Any]
      case .foundationObject: NSDictionary(dictionary: ["a": one, "b": other])
      }
    }

    func json(_ one: JSONValue?, _ other: JSONValue?) -> JSONValue {
      guard !isArray else { return .array([one ?? .null, other ?? .null]) }
      return .object(["a": one, "b": other].compactMapValues(\.self))
    }

    func paths(_ path: String) -> [String] {
      isArray ? ["\(path)[0]", "\(path)[1]"] : ["\(path).a", "\(path).b"]
    }
  }

  @Test func `every two values in every container are read as they are known to be`() throws {
    for container in Container.allCases {
      for one in leaves {
        for other in leaves {
          let payload = PushPayload(
            userInfo: ["aps": [String: Any](), "v": container.hold(one.value, other.value)]
          )
          #expect(payload["v"] == container.json(one.json, other.json))
          let found = zip(container.paths("v"), [one, other]).compactMap { path, leaf in
            leaf.issue.map { "\($0) \(path)" }
          }
          #expect(Set(payload.shortIssues) == Set(found))
          try expectParsed(payload)
        }
      }
    }
  }

  @Test func `every value is read at every place in containers of containers`() throws {
    for (outer, inner) in Container.allCases.flatMap({ one in
      Container.allCases.map { (one, $0) }
    }) {
      for leaf in leaves {
        let value = outer.hold(inner.hold(leaf.value, "x"), inner.hold(1, leaf.value))
        let payload = PushPayload(userInfo: ["aps": [String: Any](), "v": value])
        #expect(payload["v"] == outer.json(inner.json(leaf.json, "x"), inner.json(1, leaf.json)))
        let places = outer.paths("v").map(inner.paths)
        let found = leaf.issue.map { ["\($0) \(places[0][0])", "\($0) \(places[1][1])"] } ?? []
        #expect(Set(payload.shortIssues) == Set(found))
        try expectParsed(payload)
      }
    }
  }

  @Test func `every scalar of Latin-1 and those at the edges survive as texts and keys`() throws {
    let edges: [UInt32] = [
      0x7FF, 0x800, 0x2028, 0xD7FF, 0xE000, 0xFEFF, 0xFFFD, 0xFFFF, 0x10000, 0x10FFFF,
    ]
    for scalar in (Array(0...0xFF) + edges).compactMap(Unicode.Scalar.init) {
      for text in ["\(scalar)", "a\(scalar)b"] {
        let payload = PushPayload(userInfo: ["aps": [String: Any](), text: [text: text]])
        #expect(payload.root.keys.contains { $0.utf8.elementsEqual(text.utf8) })
        #expect(payload.root[text]?[text]?.stringValue?.utf8.elementsEqual(text.utf8) == true)
        #expect(payload.issues.isEmpty)
        try expectParsed(payload)
      }
    }
  }

  @Test func `a random dictionary is the same payload as its JSON`() throws {
    var random = RandomValue(generator: SeededGenerator(printedAs: "the dictionaries parsed again"))
    for _ in 0..<300 {
      let bridged = random.object(depth: 5).map { (AnyHashable($0), random.bridge($1)) }
      try expectParsed(PushPayload(userInfo: Dictionary(uniqueKeysWithValues: bridged)))
    }
  }

  @Test func `equal dictionaries are one payload with the same issues, in whatever order`() {
    // A dictionary has its entries in an order of its own, which depends on where it is in memory.
    let dictionaries = (0..<100).map { _ -> [AnyHashable: Any] in
      [
        "aps": ["badge": "2"], "a": [2], 7: 1, "b": Date(timeIntervalSince1970: 0),
        "c": [Double.nan], "d": ["e": 2, "f": Data()] as [String: Any],
      ]
    }
    #expect(Set(dictionaries.map(PushPayload.init(userInfo:))).count == 1)
    #expect(Set(dictionaries.map { Set(PushPayload(userInfo: $0).issues) }).count == 1)
  }

  @Test func `after a hundred issues the rest of a dictionary is counted`() {
    let dates = [Any](repeating: Date(), count: 250)
    let payload = PushPayload(userInfo: ["aps": [String: Any](), "a": [1, dates] as [Any]])
    #expect(payload.issues.count == 101)
    #expect(payload.issues[99].path == "a[1][99]")
    #expect(payload.issues[100].description.contains("150"))
    #expect(payload["a"]?[1]?.arrayValue?.count == 250)
  }

  /// A walked dictionary and the bytes that it is printed as must be one payload to every reader.
  private func expectParsed(_ walked: PushPayload) throws {
    let parsed = try PushPayload(json: walked.json)
    #expect(isSame(walked.root, parsed.root), "\(walked.canonicalJSON)")
    #expect(walked == parsed && walked.hashValue == parsed.hashValue && walked.aps == parsed.aps)
    #expect(walked.canonicalJSON == parsed.canonicalJSON && walked.object == parsed.object)
    #expect(Set(parsed.issues).isSubset(of: walked.issues))
    let sender = [any PushSender].standard.sender(of: parsed)
    #expect([any PushSender].standard.sender(of: walked).name == sender.name)
    #expect(sender.customData(of: walked) == sender.customData(of: parsed))
  }

  private func isSame(_ one: PushPayload.Node, _ other: PushPayload.Node) -> Bool {
    one.isObject == other.isObject && one.isArray == other.isArray && one.isNull == other.isNull
      && one.stringValue == other.stringValue && one.boolValue == other.boolValue
      && one.numberValue?.text == other.numberValue?.text && one.count == other.count
      && one.keys == other.keys && one.elements.count == other.elements.count
      && one.keys.allSatisfy { key in
        guard let left = one[key], let right = other[key] else { return false }
        return isSame(left, right)
      }
      && zip(one.elements, other.elements).allSatisfy(isSame)
  }
}
