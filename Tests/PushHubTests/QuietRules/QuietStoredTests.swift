import Foundation
import PushHubAlerts
import Testing

/// What is set is what is stored, also where it is odd.
struct QuietStoredTests {
  private func stored(_ settings: QuietSettings) throws -> QuietSettings {
    try JSONDecoder().decode(QuietSettings.self, from: JSONEncoder().encode(settings))
  }

  @Test(
    arguments: [
      Double.infinity, -.infinity, .nan, 1e18, -1e18, 253_402_300_799.999_6, -62_135_596_800.5,
      -0.000_4, 1_767_225_600.000_499_9,
    ]
  )
  func `an end that no calendar has is the nearest that is stored`(seconds: Double) throws {
    let date = Date(timeIntervalSince1970: seconds)
    var settings = QuietSettings(mutes: [QuietMute(.thread("a"), until: date)])
    #expect(try stored(settings) == settings)
    settings.mutes[0].until = nil
    settings.mutes[0].until = date
    #expect(try stored(settings) == settings)
    #expect(try stored(settings).issues.isEmpty)
  }

  /// It is always equal to itself, and would be stored as where the device is now.
  @Test func `a zone that follows the device is the device's`() throws {
    var settings = QuietSettings(timeZone: .autoupdatingCurrent)
    #expect(settings.timeZone == nil)
    settings.timeZone = .gmt
    #expect(settings.timeZone == .gmt)
    settings.timeZone = .autoupdatingCurrent
    #expect(try stored(settings) == settings)
    #expect(settings.timeZone == nil)
  }

  @Test func `a change has the zone that the device has now`() {
    var change = QuietChange(QuietSettings(), deviceZone: .autoupdatingCurrent)
    #expect(change.deviceZone != .autoupdatingCurrent)
    #expect(change.deviceZone?.identifier == TimeZone.current.identifier)
    change.deviceZone = .autoupdatingCurrent
    #expect(change.deviceZone != .autoupdatingCurrent)
  }

  @Test(arguments: ["", "{", #"{"mutes":[{"thread":"a"}"#, "nothing"])
  func `half a file has the decoder throw`(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(QuietSettings.self, from: Data(text.utf8))
    }
  }
}
