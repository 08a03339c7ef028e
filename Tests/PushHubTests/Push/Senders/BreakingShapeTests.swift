import Foundation
import PushHub
import Testing

/// What servers have been seen to send in place of a sound `aps`.
struct BreakingShape: Sendable, CustomTestStringConvertible {
  var aps: String?
  var issue: String

  var testDescription: String { aps ?? "no aps" }

  static let all = [
    BreakingShape(aps: nil, issue: "missing aps"),
    BreakingShape(aps: "null", issue: "wrongType aps"),
    BreakingShape(aps: "[]", issue: "wrongType aps"),
    BreakingShape(aps: #""text""#, issue: "wrongType aps"),
    BreakingShape(aps: #"{"alert":7}"#, issue: "wrongType aps.alert"),
    BreakingShape(aps: #"{"alert":["a"]}"#, issue: "wrongType aps.alert"),
    BreakingShape(aps: #"{"alert":{"title":7,"body":"b"}}"#, issue: "wrongType aps.alert.title"),
    BreakingShape(aps: #"{"alert":"b","badge":"7"}"#, issue: "wrongType aps.badge"),
    BreakingShape(aps: #"{"alert":"b","badge":1.5}"#, issue: "outOfRange aps.badge"),
    BreakingShape(aps: #"{"alert":"b","sound":1}"#, issue: "wrongType aps.sound"),
    BreakingShape(aps: #"{"content-available":"1"}"#, issue: "wrongType aps.content-available"),
    BreakingShape(aps: #"{"mutable-content":true}"#, issue: "wrongType aps.mutable-content"),
    BreakingShape(aps: #"{"alert":"\ud83d"}"#, issue: "loneSurrogate aps.alert"),
    BreakingShape(aps: #"{"badge":1,"badge":2}"#, issue: "duplicateKey aps.badge"),
  ]
}

struct BreakingShapeTests {
  /// The fixture with another `aps`, or none.
  private func replaceAPS(in json: String, with aps: String?) throws -> String {
    var members = try payload(json).object
    members["aps"] = nil
    let rest = JSONValue.object(members).jsonText.dropFirst()
    guard let aps else { return "{" + rest }
    return #"{"aps":\#(aps),"# + rest
  }

  @Test(arguments: Fixture.all, BreakingShape.all)
  func `a broken aps costs one field and one issue, not the push`(
    json: String,
    shape: BreakingShape
  ) throws {
    let sound = try payload(json)
    let broken = try payload(replaceAPS(in: json, with: shape.aps))
    #expect(broken.shortIssues == [shape.issue])
    let sender = [any PushSender].standard.sender(of: sound)
    #expect([any PushSender].standard.sender(of: broken).name == sender.name)
    #expect(sender.messageID(of: broken) == sender.messageID(of: sound))
    #expect(sender.customData(of: broken) == sender.customData(of: sound))
    #expect(sender.link(of: broken) == sender.link(of: sound))
  }

  @Test(arguments: BreakingShape.all)
  func `the fields beside the broken one are read`(shape: BreakingShape) throws {
    guard let aps = shape.aps, aps.contains(#":"b""#) else { return }
    #expect(try payload(#"{"aps":\#(aps)}"#).aps.body == "b")
  }

  @Test(arguments: BreakingShape.all)
  func `a broken aps has the same issue in the system's dictionary`(shape: BreakingShape) throws {
    // Foundation refuses halves of surrogate pairs and keeps one of two keys.
    let isOfText = ["loneSurrogate", "duplicateKey"].contains { shape.issue.hasPrefix($0) }
    guard let aps = shape.aps, !isOfText else { return }
    let object = try JSONSerialization.jsonObject(with: Data(#"{"aps":\#(aps)}"#.utf8))
    let userInfo = try #require(object as? [AnyHashable: Any])
    #expect(PushPayload(userInfo: userInfo).shortIssues == [shape.issue])
  }
}
