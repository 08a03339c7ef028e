import Foundation
import PushHubAlerts
import Testing

struct QuietSettingsTests {
  private static func decode(_ text: String) throws -> QuietSettings {
    try JSONDecoder().decode(QuietSettings.self, from: Data(text.utf8))
  }

  /// Settings with one of everything.
  private static var full: QuietSettings {
    QuietSettings(
      mutes: [
        QuietMute(.thread("orders"), until: Date(timeIntervalSince1970: 1_767_225_600.25)),
        QuietMute(.category("NEWS")), QuietMute(.sender("fcm")),
        QuietMute(.value("7", forKey: "room"), until: .distantFuture),
      ],
      windows: [
        QuietWindow(from: TimeOfDay(hour: 22), to: TimeOfDay(hour: 7)),
        QuietWindow(
          from: TimeOfDay(hour: 12, minute: 30),
          to: TimeOfDay(hour: 13),
          weekdays: [.saturday, .sunday]
        ),
        QuietWindow(from: TimeOfDay(hour: 0), to: TimeOfDay(hour: 0), weekdays: []),
      ],
      timeZone: TimeZone(identifier: "Europe/Berlin"),
      exemptions: [.critical]
    )
  }

  @Test func `settings are read as they were stored`() throws {
    for settings in [Self.full, QuietSettings()] {
      let json = try JSONDecoder().decode(
        QuietSettings.self,
        from: JSONEncoder().encode(settings)
      )
      #expect(json == settings)
      #expect(json.issues.isEmpty)
      let list = try PropertyListDecoder().decode(
        QuietSettings.self,
        from: PropertyListEncoder().encode(settings)
      )
      #expect(list == settings)
      #expect(list.issues.isEmpty)
    }
  }

  @Test func `a mute ends when it ended before it was stored, to the millisecond`() throws {
    var generator = SeededGenerator(printedAs: "ends of mutes")
    var mutes: [QuietMute] = []
    for number in 0..<Exhaustive.choose(400, thorough: 2_000) {
      let seconds = Double.random(in: -1e9...4e9, using: &generator)
      var mute = QuietMute(.thread("\(number)"))
      mute.until = Date(timeIntervalSince1970: seconds)
      mutes.append(mute)
      mutes.append(QuietMute(.sender("\(number)"), until: mute.until))
    }
    let settings = QuietSettings(mutes: mutes)
    let json = try JSONDecoder().decode(QuietSettings.self, from: JSONEncoder().encode(settings))
    #expect(json == settings)
    let list = try PropertyListDecoder().decode(
      QuietSettings.self,
      from: PropertyListEncoder().encode(settings)
    )
    #expect(list == settings)
  }

  @Test func `an end with more digits than are stored is read as it will be stored`() throws {
    let settings = try Self.decode(#"{"mutes":[{"thread":"a","until":1767225600.25678}]}"#)
    let again = try JSONDecoder().decode(QuietSettings.self, from: JSONEncoder().encode(settings))
    #expect(settings.mutes.first?.until == Date(timeIntervalSince1970: 1_767_225_600.257))
    #expect(again == settings)
  }

  @Test func `stored settings stay as they are`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(Self.full), as: UTF8.self)
    #expect(
      text == #"""
        {"exempt":["critical"],"hours":[{"from":"22:00","to":"07:00"},{"days":["sat","sun"],\#
        "from":"12:30","to":"13:00"},{"days":[],"from":"00:00","to":"00:00"}],\#
        "mutes":[{"thread":"orders","until":1767225600.25},{"category":"NEWS"},{"sender":"fcm"},\#
        {"key":"room","until":64092211200,"value":"7"}],"zone":"Europe/Berlin"}
        """#
    )
  }

  @Test(
    arguments: [
      (#"[]"#, ["all is no object"]),
      (#"{"later":1,"much later":2}"#, ["all has 2 unknown keys"]),
      (#"{"zone":"Mars/Base"}"#, ["zone is none that this system knows"]),
      (#"{"zone":7}"#, ["zone is no text"]),
      (#"{"exempt":["critical","vip"]}"#, ["exempt has an unknown word"]),
      (#"{"exempt":"all"}"#, ["exempt is no list of texts"]),
      (#"{"mutes":{}}"#, ["mutes is no list"]),
      (#"{"mutes":[7]}"#, ["mutes[0] is no object"]),
      (#"{"mutes":[{}]}"#, ["mutes[0] doesn't say of what it is, in one way"]),
      (
        #"{"mutes":[{"thread":"a","sender":"b"}]}"#,
        ["mutes[0] doesn't say of what it is, in one way"]
      ),
      (#"{"mutes":[{"thread":"a","until":"noon"}]}"#, ["mutes[0].until is no date"]),
      (
        #"{"mutes":[{"thread":"a","until":1e300}]}"#,
        ["mutes[0].until is in no year of four digits"]
      ),
      (
        #"{"hours":[{"from":"22:00"}]}"#, ["hours[0] lacks a beginning or an end"]
      ),
      (
        #"{"hours":[{"from":"22:00","to":"7"}]}"#,
        ["hours[0].to is no time of day", "hours[0] lacks a beginning or an end"]
      ),
      (
        #"{"hours":[{"from":"22:00","to":"07:00","days":7}]}"#,
        ["hours[0].days is no list of texts"]
      ),
      (
        #"{"hours":[{"from":"22:00","to":"07:00","days":["moonday"]}]}"#,
        ["hours[0].days has an unknown day"]
      ),
    ]
  )
  func `what is not understood is said and not in force`(text: String, issues: [String]) throws {
    let settings = try Self.decode(text)
    #expect(settings.issues.map(\.description) == issues)
    #expect(settings.mutes.isEmpty)
    #expect(settings.windows.isEmpty)
    #expect(settings.timeZone == nil)
  }

  @Test func `what stands beside it is in force`() throws {
    let settings = try Self.decode(
      #"""
      {"version":9,"mutes":[{"thread":"a"},{"place":"home"},{"thread":"b","until":null},
      {"thread":"c","volume":3}],"hours":[{"from":"22:00","to":"07:00","days":["mon","moonday"]}],
      "exempt":["vip"],"zone":"Europe/Berlin"}
      """#
    )
    #expect(settings.mutes == [QuietMute(.thread("a")), QuietMute(.thread("c"))])
    #expect(settings.windows.map(\.weekdays) == [[.monday]])
    #expect(settings.exemptions.isEmpty)
    #expect(settings.timeZone?.identifier == "Europe/Berlin")
    #expect(settings.issues.count == 7)
  }

  @Test func `issues don't make settings differ`() throws {
    #expect(try Self.decode(#"{"later":1}"#) == QuietSettings())
  }

  /// Whatever bytes are JSON give settings, and storing them again loses nothing more.
  @Test func `damaged settings never trap`() throws {
    var generator = SeededGenerator(printedAs: "damaged settings")
    let whole = Array(try JSONEncoder().encode(Self.full))
    let bits = Array(#"{}[]",:0123456789.-+eEnulltruefalse"#.utf8)
    var readCount = 0
    var mistakes = 0
    for _ in 0..<Exhaustive.choose(800, thorough: 4_000) {
      var bytes = whole
      for _ in 0...generator.below(4) {
        let place = generator.below(bytes.count)
        switch generator.below(3) {
        case 0: bytes.remove(at: place)
        case 1: bytes[place] = bits[generator.below(bits.count)]
        default: bytes.insert(bits[generator.below(bits.count)], at: place)
        }
      }
      guard let settings = try? JSONDecoder().decode(QuietSettings.self, from: Data(bytes)) else {
        continue
      }
      readCount += 1
      let again = try JSONDecoder().decode(
        QuietSettings.self,
        from: JSONEncoder().encode(settings)
      )
      mistakes += again == settings && again.issues.isEmpty ? 0 : 1
    }
    #expect(mistakes == 0)
    #expect(readCount > 100)
  }

  @Test func `dates that no JSON has are stored as the nearest that are read`() throws {
    for seconds in [Double.infinity, -.infinity, .nan, 1e18] {
      let mute = QuietMute(.thread("a"), until: Date(timeIntervalSince1970: seconds))
      let data = try JSONEncoder().encode(QuietSettings(mutes: [mute]))
      let settings = try JSONDecoder().decode(QuietSettings.self, from: data)
      #expect(settings.issues.isEmpty)
      #expect(settings.mutes.count == 1)
    }
  }
}
