import Foundation
import Testing

@testable import PushHubObservers

struct UnreadBodyTests {
  @Test(
    arguments: [
      (#"{"unread": 3}"#, 3), (#"{"unread":0}"#, 0), (#" { "unread" : 12 , "a": [1] } "#, 12),
      (#"{"unread": 9223372036854775807}"#, Int.max), (#"{"unread": 3.0}"#, 3),
    ]
  )
  func `the number under the key is the count`(text: String, count: Int) throws {
    #expect(try UnreadBody(Data(text.utf8)).unread == count)
  }

  @Test(
    arguments: [
      "", " ", "3", "null", "[]", "{}", "{", "<html>", #"{"Unread": 3}"#, #"{"unread": null}"#,
      #"{"unread": "3"}"#, #"{"unread": true}"#, #"{"unread": 1.5}"#, #"{"unread": [3]}"#,
      #"{"unread": {}}"#, #"{"unread": 9223372036854775808}"#, #"{"unread": 1e400}"#,
      #"{"unread": NaN}"#, #"{"unread": 3"#, #"[{"unread": 3}]"#,
    ]
  )
  func `a body without a whole number is refused`(text: String) {
    let error = #expect(throws: MalformedBody.self) { try UnreadBody(Data(text.utf8)) }
    #expect(error?.description.contains("whole number") == true)
  }

  @Test(arguments: [#"{"unread": -1}"#, #"{"unread": -9223372036854775808}"#])
  func `a negative number is refused`(text: String) {
    let error = #expect(throws: MalformedBody.self) { try UnreadBody(Data(text.utf8)) }
    #expect(error?.description.contains("zero or more") == true)
  }

  @Test func `bytes that are no text are refused`() {
    #expect(throws: MalformedBody.self) { try UnreadBody(Data([0xFF, 0x00, 0xC0])) }
  }
}
