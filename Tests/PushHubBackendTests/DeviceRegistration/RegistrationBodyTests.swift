import Foundation
import PushHub
import Testing

@testable import PushHubBackend
@testable import PushHubNetworking
@testable import TestSupport

/// What a request says over HTTP.
struct RegistrationBodyTests {
  private func text(_ record: DeviceRecord?) throws -> String {
    let request = RegistrationRequest(
      installation: "0f",
      account: "ann/é",
      record: record,
      deviceToken: .first,
      revision: 7
    )
    return String(decoding: try request.sortedJSON, as: UTF8.self)
  }

  @Test func `a request has the whole record with sorted keys`() throws {
    var record = DeviceRecord(token: .first, environment: .production)
    record.permission = .provisional
    record.additionalTokens = ["delivery": .second]
    record.tags = ["language": "de", "build": "1/2"]
    record.topics = ["Z", "a", "b", "é"]
    #expect(
      try text(record) == """
        {"account":"ann/é","device":{"additionalTokens":{"delivery":"0203fe"},\
        "environment":"production","permission":"provisional",\
        "tags":{"build":"1/2","language":"de"},"token":"0001ff","topics":["Z","a","b","é"]},\
        "installation":"0f","revision":7}
        """
    )
  }

  @Test func `an unknown permission is not encoded`() throws {
    #expect(
      try text(DeviceRecord(token: .first, environment: .sandbox)) == """
        {"account":"ann/é","device":{"additionalTokens":{},"environment":"sandbox","tags":{},\
        "token":"0001ff","topics":[]},"installation":"0f","revision":7}
        """
    )
  }

  @Test func `a sign-off has no record, and the device token`() throws {
    #expect(
      try text(nil) == """
        {"account":"ann/é","device":null,"installation":"0f","revision":7,"token":"0001ff"}
        """
    )
  }

  @Test func `a record is decoded as it was encoded`() throws {
    var record = DeviceRecord(token: .first, environment: .production)
    record.permission = .denied
    record.additionalTokens = ["delivery": .second]
    record.tags = ["language": "de"]
    record.topics = ["b", "a"]
    let data = try JSONEncoder().encode(record)
    #expect(try JSONDecoder().decode(DeviceRecord.self, from: data) == record)
  }

  @Test func `neither a log nor a dump has a whole token`() {
    let record = DeviceRecord(token: DeviceToken(1...40), environment: .sandbox)
    var dumped = ""
    dump(record, to: &dumped)
    #expect(!"\(record) \(dumped)".contains("05"))
  }
}
