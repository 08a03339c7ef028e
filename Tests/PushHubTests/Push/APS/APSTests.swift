import PushHub
import Testing

@testable import TestSupport

struct APSTests {
  private func aps(_ json: String) -> APS {
    let payload = payload(#"{"aps":\#(json)}"#)
    #expect(payload.issues.isEmpty)
    return payload.aps
  }

  @Test func `an alert as a text is the body`() {
    let aps = aps(#"{"alert":"Your tea is ready"}"#)
    #expect(aps.body == "Your tea is ready")
    #expect(aps.hasAlert && aps.title == nil && aps.bodyLocalization == nil && aps.sound == nil)
  }

  @Test func `an alert as a dictionary has its texts`() {
    let aps = aps(
      #"{"alert":{"title":"Tea","subtitle":"Green","body":"Ready","launch-image":"tea.png"}}"#
    )
    #expect(aps.title == "Tea")
    #expect(aps.subtitle == "Green")
    #expect(aps.body == "Ready")
    #expect(aps.launchImage == "tea.png")
  }

  @Test func `an alert names what the app keeps in its own strings`() {
    let alert = aps(
      #"""
      {"alert":{"title-loc-key":"T","title-loc-args":["1"],"subtitle-loc-key":"S",
      "subtitle-loc-args":[],"loc-key":"B","loc-args":["a","b"]}}
      """#
    )
    #expect(alert.title == nil && alert.body == nil)
    #expect(alert.titleLocalization?.key == "T")
    #expect(alert.titleLocalization?.arguments == ["1"])
    #expect(alert.subtitleLocalization?.key == "S")
    #expect(alert.subtitleLocalization?.arguments == [])
    #expect(alert.bodyLocalization?.key == "B")
    #expect(alert.bodyLocalization?.arguments == ["a", "b"])
  }

  @Test func `arguments without a key are nothing to look up`() {
    #expect(aps(#"{"alert":{"loc-args":["a"]}}"#).bodyLocalization == nil)
  }

  @Test func `a Live Activity's alert has dictionaries in place of texts`() {
    let aps = aps(
      #"""
      {"alert":{"title":{"loc-key":"%@ is down","loc-args":["Panda"]},
      "body":{"loc-key":"Heal!"},"sound":"chime.aiff"}}
      """#
    )
    #expect(aps.title == nil && aps.body == nil)
    #expect(aps.titleLocalization?.key == "%@ is down")
    #expect(aps.titleLocalization?.arguments == ["Panda"])
    #expect(aps.bodyLocalization?.key == "Heal!")
    #expect(aps.bodyLocalization?.arguments == [])
    #expect(aps.sound == "chime.aiff")
  }

  @Test(arguments: [("0", 0), ("7", 7), ("-1", -1), ("1.0", 1), ("2e1", 20)])
  func `a badge is a whole number`(json: String, badge: Int) {
    #expect(aps(#"{"badge":\#(json)}"#).badge == badge)
  }

  @Test func `a sound is a dictionary for critical alerts`() {
    let alarm = aps(#"{"sound":{"critical":1,"name":"alarm.caf","volume":0.5}}"#)
    #expect(alarm.sound == "alarm.caf" && alarm.isCritical && alarm.volume == 0.5)
    #expect(!aps(#"{"sound":{"critical":0}}"#).isCritical)
  }

  @Test func `plain fields are read as Apple spells them`() {
    let aps = aps(
      #"""
      {"thread-id":"t","category":"c","target-content-id":"w","filter-criteria":"f",
      "relevance-score":0.75,"event":"update"}
      """#
    )
    #expect(aps.threadID == "t" && aps.category == "c")
    #expect(aps.targetContentID == "w" && aps.filterCriteria == "f")
    #expect(aps.relevanceScore == 0.75)
    #expect(aps.event == "update")
  }

  @Test(arguments: [("1", true), ("1.0", true), ("0", false), ("2", false)])
  func `a flag is set by the number 1`(json: String, isSet: Bool) {
    let aps = aps(#"{"content-available":\#(json),"mutable-content":\#(json)}"#)
    #expect(aps.contentAvailable == isSet)
    #expect(aps.mutableContent == isSet)
  }

  @Test(arguments: ["content-available", "mutable-content"])
  func `a flag given as a boolean is read as meant, with an issue`(key: String) {
    for isSet in [true, false] {
      let payload = payload(#"{"aps":{"\#(key)":\#(isSet)}}"#)
      let aps = payload.aps
      let read = [
        "content-available": aps.contentAvailable, "mutable-content": aps.mutableContent,
      ]
      #expect(read[key] == isSet)
      #expect(read.values.count(where: \.self) == (isSet ? 1 : 0))
      #expect(
        payload.issues.map(\.description) == [
          "aps.\(key) should be a number and is a boolean; it is taken as \(isSet ? "yes" : "no")."
        ]
      )
    }
  }

  @Test(arguments: [("1", true), ("1.0", true), ("0", false), ("2", false)])
  func `a number as a boolean is a flag, and an issue says so`(
    json: String,
    isSet: Bool
  ) {
    let payload = payload(#"{"aps":{"content-changed":\#(json)}}"#)
    #expect(
      payload.issues.map(\.description) == [
        "aps.content-changed should be a boolean and is a number; "
          + "it is taken as \(isSet ? "yes" : "no")."
      ]
    )
  }

  @Test func `the key of an alert's button is read`() {
    #expect(aps(#"{"alert":{"action-loc-key":"PLAY"}}"#).actionLocalizationKey == "PLAY")
  }

  @Test(arguments: [
    ("passive", APS.InterruptionLevel.passive), ("active", .active), ("critical", .critical),
    ("time-sensitive", .timeSensitive), ("brand-new", .init(rawValue: "brand-new")),
  ])
  func `an interruption level may be new`(text: String, level: APS.InterruptionLevel) {
    #expect(aps(#"{"interruption-level":"\#(text)"}"#).interruptionLevel == level)
  }

  @Test func `keys for other readers than the app are read by subscript`() {
    let aps = aps(
      #"""
      {"timestamp":1685952000,"event":"update","stale-date":1685952060.5,
      "dismissal-date":1685953000,"content-state":{"health":0.94},"attributes-type":"Adventure",
      "attributes":{"hero":"Panda"},"input-push-channel":"ch"}
      """#
    )
    #expect(aps["timestamp"] == 1_685_952_000)
    #expect(aps["content-state"] == ["health": 0.94])
    #expect(aps["input-push-channel"] == "ch")
  }

  @Test func `unknown keys are no issue and can be read`() {
    let aps = aps(#"{"brand-new":{"a":1},"alert":{"brand-new":true}}"#)
    #expect(aps["brand-new"]?["a"]?.intValue == 1)
  }
}
