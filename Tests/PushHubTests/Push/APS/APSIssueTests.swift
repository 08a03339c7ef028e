import PushHub
import Testing

@testable import TestSupport

struct APSIssueTests {
  private static let values: [String: String] = [
    "string": #""7""#, "integer": "7", "fraction": "0.5", "huge": "1e999", "bool": "true",
    "null": "null", "array": "[1]", "strings": #"["a"]"#, "object": "{}",
  ]

  /// For each key, the kinds of value it takes without an issue.
  private static let accepted: [String: Set<String>] = [
    "alert": ["string", "object"],
    "badge": ["integer"],
    "sound": ["string", "object"],
    "thread-id": ["string"],
    "category": ["string"],
    "content-available": ["integer", "fraction"],
    "content-changed": ["bool"],
    "mutable-content": ["integer", "fraction"],
    "target-content-id": ["string"],
    "interruption-level": ["string"],
    "relevance-score": ["integer", "fraction"],
    "filter-criteria": ["string"],
    "stale-date": ["integer", "fraction"],
    "content-state": ["object"],
    "timestamp": ["integer", "fraction"],
    "event": ["string"],
    "dismissal-date": ["integer", "fraction"],
    "attributes-type": ["string"],
    "attributes": ["object"],
    "input-push-token": ["integer", "fraction"],
    "input-push-channel": ["string"],
    "url-args": ["strings"],
  ]

  private static let readers: [String: @Sendable (APS) -> Bool] = [
    "alert": { $0.hasAlert },
    "badge": { $0.badge != nil },
    "thread-id": { $0.threadID != nil },
    "category": { $0.category != nil },
    "target-content-id": { $0.targetContentID != nil },
    "interruption-level": { $0.interruptionLevel != nil },
    "relevance-score": { $0.relevanceScore != nil },
    "filter-criteria": { $0.filterCriteria != nil },
    "event": { $0.event != nil },
  ]

  @Test(arguments: accepted.keys.sorted())
  func `a field reads as nil with one issue exactly for every other type`(key: String) {
    for (kind, value) in Self.values {
      let payload = payload(#"{"aps":{"\#(key)":\#(value),"zz":1}}"#)
      let isAccepted = Self.accepted[key]?.contains(kind) == true
      #expect(payload.issues.count == (isAccepted ? 0 : 1), "\(kind)")
      #expect(payload.issues.allSatisfy { $0.path.hasPrefix("aps.\(key)") }, "\(kind)")
      if let isThere = Self.readers[key] { #expect(isThere(payload.aps) == isAccepted, "\(kind)") }
      if !isAccepted, kind != "bool" {
        #expect(!payload.aps.contentAvailable && !payload.aps.mutableContent)
      }
    }
  }

  @Test func `a wrong field costs nothing but itself`() {
    let payload = payload(
      #"{"aps":{"alert":7,"badge":"7","sound":"default","category":"c"},"x":1}"#
    )
    #expect(payload.shortIssues == ["wrongType aps.alert", "wrongType aps.badge"])
    #expect(payload.aps.sound == "default" && payload.aps.category == "c")
    #expect(payload["x"] == 1)
  }

  @Test func `a badge as text says what was expected and found`() throws {
    let issue = try #require(payload(#"{"aps":{"badge":"7"}}"#).issues.first)
    #expect(
      issue.description == "aps.badge should be a number and is a string; it is taken as absent."
    )
  }

  @Test(arguments: [
    (#"{"x":1}"#, "missing aps"), (#"{"aps":null}"#, "wrongType aps"),
    (#"{"aps":[{"badge":1}]}"#, "wrongType aps"), (#"{"aps":"badge"}"#, "wrongType aps"),
    (#"{"aps":1}"#, "wrongType aps"), (#"{"aps":true}"#, "wrongType aps"), ("{}", "missing aps"),
  ])
  func `without an aps dictionary there is an empty one and one issue`(
    json: String,
    issue: String
  ) {
    let payload = payload(json)
    #expect(payload.shortIssues == [issue])
    #expect(!payload.aps.hasAlert && payload.aps.badge == nil && payload.aps["badge"] == nil)
    #expect(!payload.aps.contentAvailable && !payload.aps.mutableContent)
  }

  @Test(arguments: [
    "title", "subtitle", "body", "title-loc-key", "title-loc-args", "subtitle-loc-key",
    "subtitle-loc-args", "loc-key", "loc-args", "launch-image", "sound", "action-loc-key",
    "action",
  ])
  func `each field of an alert is checked alone`(key: String) {
    for value in ["1", "null", "true", "[1]"] {
      let payload = payload(#"{"aps":{"alert":{"\#(key)":\#(value),"title ":"x"}}}"#)
      #expect(payload.issues.count == 1)
      #expect(payload.issues[0].path.hasPrefix("aps.alert.\(key)"))
      #expect(payload.aps.hasAlert)
    }
  }

  @Test func `a wrong argument costs itself, and the others keep their places`() {
    let payload = payload(#"{"aps":{"alert":{"loc-key":"K","loc-args":["a",1,null,"b"]}}}"#)
    #expect(
      payload.shortIssues == [
        "wrongType aps.alert.loc-args[1]", "wrongType aps.alert.loc-args[2]",
      ]
    )
    #expect(payload.aps.bodyLocalization?.arguments == ["a", "", "", "b"])
  }

  @Test func `a localized title is checked inside`() {
    let payload = payload(#"{"aps":{"alert":{"title":{"loc-key":1,"loc-args":["a"]}}}}"#)
    #expect(payload.shortIssues == ["wrongType aps.alert.title.loc-key"])
    #expect(payload.aps.titleLocalization == nil)
  }

  @Test func `a critical sound is checked inside`() {
    let payload = payload(#"{"aps":{"sound":{"critical":true,"name":1,"volume":"loud"}}}"#)
    #expect(
      payload.issues.map(\.path) == ["aps.sound.critical", "aps.sound.name", "aps.sound.volume"]
    )
    #expect(payload.aps.isCritical && payload.aps.sound == nil)
  }
}
