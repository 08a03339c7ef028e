import Foundation
import PushHub
import PushHubAlerts
import Testing

struct QuietSettingsTests {
  private static func decode(_ text: String) throws -> QuietSettings {
    try JSONDecoder().decode(QuietSettings.self, from: Data(text.utf8))
  }

  /// Settings with one of everything.
  private static var full: QuietSettings {
    var settings = QuietSettings()
    settings.mutes = [
      QuietMute(.thread("orders"), until: Date(timeIntervalSince1970: 1_767_225_600.25)),
      QuietMute(.category("NEWS")), QuietMute(.sender("fcm")),
      QuietMute(.value("7", forKey: "room"), until: .distantFuture),
    ]
    settings.windows = [
      QuietWindow(from: TimeOfDay(hour: 22), to: TimeOfDay(hour: 7)),
      QuietWindow(
        from: TimeOfDay(hour: 12, minute: 30),
        to: TimeOfDay(hour: 13),
        weekdays: [.saturday, .sunday]
      ),
      QuietWindow(from: TimeOfDay(hour: 0), to: TimeOfDay(hour: 0), weekdays: []),
    ]
    settings.exemptions = [.critical]
    return settings
  }

  @Test func `settings are stored as they always were, and read again`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(Self.full), as: UTF8.self)
    #expect(
      text == #"""
        {"exempt":["critical"],"hours":[{"from":"22:00","to":"07:00"},{"days":["sat","sun"],\#
        "from":"12:30","to":"13:00"},{"days":[],"from":"00:00","to":"00:00"}],\#
        "mutes":[{"thread":"orders","until":1767225600.25},{"category":"NEWS"},{"sender":"fcm"},\#
        {"key":"room","until":64092211200,"value":"7"}]}
        """#
    )
    #expect(try Self.decode(text) == Self.full)
  }

  @Test(
    arguments: [
      #"[]"#, #"{"exempt":"critical"}"#, #"{"mutes":[{}]}"#,
      #"{"mutes":[{"key":"a"}]}"#, #"{"mutes":[{"thread":"a","until":"noon"}]}"#,
      #"{"hours":[{"from":"22:00"}]}"#, #"{"hours":[{"from":"22:00","to":"7"}]}"#,
      #"{"hours":[{"from":"22:00","to":"07:00","days":["moonday"]}]}"#, "", "{",
    ]
  )
  func `what is not understood can't be read`(text: String) {
    #expect(throws: DecodingError.self) { try Self.decode(text) }
  }

  @Test func `any part may be missing`() throws {
    #expect(try Self.decode("{}") == QuietSettings())
  }
}
