import Foundation
import PushHub
import Testing

@testable import TestSupport

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
    Leaf(value: ["k": [1.5, true, NSNull(), "x"] as [Any]], json: ["k": [1.5, true, nil, "x"]]),
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

  @Test func `every value is read at every place in containers of containers`() throws {
    for outer in Container.allCases {
      for inner in Container.allCases {
        for leaf in leaves {
          let value = outer.hold(inner.hold(leaf.value, "x"), inner.hold(1, leaf.value))
          let payload = PushPayload(userInfo: ["aps": [String: Any](), "v": value])
          #expect(payload["v"] == outer.json(inner.json(leaf.json, "x"), inner.json(1, leaf.json)))
          let places = outer.paths("v").map(inner.paths)
          let found = leaf.issue.map { ["\($0) \(places[0][0])", "\($0) \(places[1][1])"] } ?? []
          #expect(Set(payload.shortIssues) == Set(found))
          #expect(try payload == PushPayload(json: payload.json))
        }
      }
    }
  }

  @Test func `Latin-1 and edge scalars survive as texts and keys`() throws {
    let edges: [UInt32] = [
      0x7FF, 0x800, 0x2028, 0xD7FF, 0xE000, 0xFEFF, 0xFFFD, 0xFFFF, 0x10000, 0x10FFFF,
    ]
    for scalar in (Array(0...0xFF) + edges).compactMap(Unicode.Scalar.init) {
      for text in ["\(scalar)", "a\(scalar)b"] {
        let payload = PushPayload(userInfo: ["aps": [String: Any](), text: [text: text]])
        #expect(payload.root.keys.contains { $0.utf8.elementsEqual(text.utf8) })
        #expect(payload.root[text]?[text]?.stringValue?.utf8.elementsEqual(text.utf8) == true)
        #expect(payload.issues.isEmpty)
        #expect(try payload == PushPayload(json: payload.json))
      }
    }
  }
}
