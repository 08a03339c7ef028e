import PushHub
import PushHubScripts
import Testing

@testable import PushHubRecorder
@testable import TestSupport

struct TranscriptMistakeTests {
  private static let seconds = "must be a number of seconds, nearer to zero than 9000000000"
  private static let noSeconds = "must be a number of seconds, zero or more"

  static let records: [(String, String)] = [
    (#"{}"#, "\"t\" is missing in the record; it \(seconds)"),
    (#"{"end":{}}"#, "\"t\" is missing in the record; it \(seconds)"),
    (#"{"t":0}"#, "there is no key that says what happened, such as \"push\" or \"app\""),
    (#"{"t":0,"end":{},"app":"active"}"#, "there is more than one kind: end, app"),
    (#"{"t":0,"end":{},"x":1}"#, "\"x\" has no place in the record, which may have \"t\", \"end\""),
    (
      #"{"t":0,"push":{},"latency":1}"#,
      "\"latency\" has no place in the record, which may have \"t\", \"push\", \"via\", "
        + "\"request\", \"of\", \"delivered\""
    ),
    (
      #"{"t":0,"app":"active","visible":true}"#,
      "\"visible\" has no place in the record, which may have \"t\", \"app\""
    ),
    (#"{"t":0,"t":0,"end":{}}"#, "\"t\" appears more than once in the record"),
    (#"{"t":0,"end":{},"end":{}}"#, "\"end\" appears more than once in the record"),
    (#"{"t":0,"end":{},"\u0065nd":{}}"#, "\"end\" appears more than once in the record"),
  ]

  static let phases: [(String, String)] = [
    (#"{"t":0,"launch":null}"#, "\"launch\" in the record must be an object"),
    (
      #"{"t":0,"launch":{"open":{}}}"#,
      "\"open\" has no place in \"launch\", which may have \"push\""
    ),
    (
      #"{"t":0,"launch":{"action":"REPLY"}}"#,
      "\"action\" has no place in \"launch\", which may have \"push\""
    ),
    (#"{"t":0,"launch":{"push":{},"action":1}}"#, "\"action\" in \"launch\" must be a text"),
    (#"{"t":0,"launch":{"push":null}}"#, "\"push\" in \"launch\" must be a payload object"),
    (
      #"{"t":0,"launch":{"push":{},"push":{}}}"#,
      "\"push\" appears more than once in \"launch\""
    ),
    (
      #"{"t":0,"app":"Active"}"#,
      "\"app\" in the record must be \"active\" or \"inactive\" or \"background\""
    ),
    (
      #"{"t":0,"app":null}"#,
      "\"app\" in the record must be \"active\" or \"inactive\" or \"background\""
    ),
    (
      #"{"t":0,"page":"me"}"#,
      "\"visible\" is missing in the record; it must be true or false"
    ),
    (#"{"t":0,"page":"me","visible":1}"#, "\"visible\" in the record must be true or false"),
    (#"{"t":0,"page":"me","visible":null}"#, "\"visible\" in the record must be true or false"),
    (#"{"t":0,"page":1,"visible":true}"#, "\"page\" in the record must be a text"),
    (#"{"t":0,"overlay":"true"}"#, "\"overlay\" in the record must be true or false"),
    (#"{"t":0,"account":1}"#, "\"account\" in the record must be a text"),
    (
      #"{"t":0,"accounts":["ann","bob"]}"#, "\"shown\" is missing in the record; it must be there"
    ),
    (
      #"{"t":0,"accounts":["ann","bob"],"shown":"cid"}"#,
      "\"shown\" in the record must be null or one of the accounts"
    ),
  ]

  static let pushes: [(String, String)] = [
    (#"{"t":0,"token":null}"#, "\"token\" in the record must be a text"),
    (
      #"{"t":0,"token":"abc"}"#,
      "\"token\" in the record: A token must be hexadecimal digits alone, two for each byte."
    ),
    (
      #"{"t":0,"token":"0x"}"#,
      "\"token\" in the record: A token must be hexadecimal digits alone, two for each byte."
    ),
    (#"{"t":0,"tokenError":{}}"#, "\"tokenError\" in the record must be a text"),
    (#"{"t":0,"push":null}"#, "\"push\" in the record must be a payload object"),
    (#"{"t":0,"push":[{}]}"#, "\"push\" in the record must be a payload object"),
    (#"{"t":0,"push":"{}"}"#, "\"push\" in the record must be a payload object"),
    (
      #"{"t":0,"push":{},"via":"launch"}"#,
      "\"via\" in the record must be \"remote\" or \"present\""
    ),
    (
      #"{"t":0,"push":{},"via":null}"#,
      "\"via\" in the record must be \"remote\" or \"present\""
    ),
    (#"{"t":0,"push":{},"request":1}"#, "\"request\" in the record must be a text"),
    (#"{"t":0,"open":1}"#, "\"open\" in the record must be a payload object"),
    (#"{"t":0,"open":{},"action":1}"#, "\"action\" in the record must be a text"),
    (#"{"t":0,"open":{},"reply":null}"#, "\"reply\" in the record must be a text"),
    (#"{"t":0,"open":{},"request":[]}"#, "\"request\" in the record must be a text"),
    (
      #"{"t":0,"open":{},"via":"remote"}"#,
      "\"via\" has no place in the record, which may have "
        + "\"t\", \"open\", \"action\", \"reply\", \"again\", \"request\", \"of\", "
        + "\"delivered\""
    ),
    (#"{"t":0,"screenshot":true}"#, "\"screenshot\" in the record must be an object"),
    (#"{"t":0,"screenshot":{"x":1}}"#, "\"x\" has no place in \"screenshot\", which has no keys"),
    (#"{"t":0,"preview":"edit"}"#, "\"preview\" in the record must be \"tap\" or \"outside\""),
    (#"{"t":0,"end":[]}"#, "\"end\" in the record must be an object"),
    (#"{"t":0,"end":{"t":1}}"#, "\"t\" has no place in \"end\", which has no keys"),
  ]

  private static let count =
    #""unread" must be a whole number, zero or more, or an object with "error""#

  static let servers: [(String, String)] = [
    (#"{"t":0,"unread":-1}"#, count),
    (#"{"t":0,"unread":1.5}"#, count),
    (#"{"t":0,"unread":"1"}"#, count), (#"{"t":0,"unread":null}"#, count),
    (#"{"t":0,"unread":9223372036854775808}"#, count), (#"{"t":0,"unread":true}"#, count),
    (#"{"t":0,"unread":{}}"#, "\"error\" is missing in \"unread\"; it must be a text"),
    (#"{"t":0,"unread":{"error":1}}"#, "\"error\" in \"unread\" must be a text"),
    (#"{"t":0,"unread":{"error":"a","retryAfter":-1}}"#, "\"retryAfter\" \(noSeconds)"),
    (
      #"{"t":0,"unread":{"error":"a","count":1}}"#,
      #""count" has no place in "unread", which may have "error", "retryAfter", "advice""#
    ),
    (
      #"{"t":0,"unread":{"error":"a","error":"b"}}"#,
      "\"error\" appears more than once in \"unread\""
    ),
    (#"{"t":0,"unread":1,"latency":-0.1}"#, "\"latency\" \(noSeconds)"),
    (
      #"{"t":0,"latest":null}"#,
      #""latest" must be a list of notifications, or an object with "error""#
    ),
    (#"{"t":0,"latest":["a"]}"#, "an element of \"latest\" must be an object"),
    (
      #"{"t":0,"latest":[{"id":"a"}]}"#,
      "\"order\" is missing in an element of \"latest\"; it must be there"
    ),
    (
      #"{"t":0,"latest":[{"id":1,"order":1}]}"#,
      "\"id\" in an element of \"latest\" must be a text"
    ),
    (
      #"{"t":0,"latest":[{"id":"a","order":1,"x":1}]}"#,
      "\"x\" has no place in an element of \"latest\", which may have \"order\", \"id\""
    ),
    (
      #"{"t":0,"latest":[{"id":"a","order":1,"order":2}]}"#,
      "\"order\" appears more than once in an element of \"latest\""
    ),
    (
      #"{"t":0,"latest":{"error":"a","retryAfter":1}}"#,
      "\"retryAfter\" has no place in \"latest\", which may have \"error\""
    ),
    (#"{"t":0,"read":"a"}"#, "\"read\" in the record must be an object"),
    (#"{"t":0,"read":{"order":1}}"#, "\"id\" is missing in \"read\"; it must be a text"),
    (#"{"t":0,"read":{"id":"a","order":"1"}}"#, "\"order\" of a notification must be a number"),
  ]

  private static let countdownKeys =
    "\"background\", \"running\", \"remove\", \"add\", \"hide\", \"show\""

  static let countdowns: [(String, String)] = [
    (#"[]"#, "\"countdown\" in the record must be an object"),
    (#"{"x":1}"#, "\"x\" has no place in \"countdown\", which may have \(countdownKeys)"),
    (#"{"running":null}"#, "\"running\" in \"countdown\" must be true or false"),
    (#"{"running":1}"#, "\"running\" in \"countdown\" must be true or false"),
    (
      #"{"background":"stops"}"#,
      "\"background\" in \"countdown\" must be \"continues\" or \"pauses\""
    ),
    (#"{"remove":"a"}"#, "\"remove\" in \"countdown\" must be a list"),
    (#"{"hide":[1]}"#, "an element of \"hide\" must be a text"),
    (#"{"show":null}"#, "\"show\" in \"countdown\" must be a list"),
    (#"{"add":{}}"#, "\"add\" in \"countdown\" must be a list"),
    (
      #"{"add":[{"id":"a"}]}"#,
      "\"seconds\" is missing in an element of \"add\"; it \(seconds)"
    ),
    (
      #"{"add":[{"id":"a","seconds":-1e10}]}"#,
      "\"seconds\" in an element of \"add\" \(seconds)"
    ),
    (#"{"add":[{"seconds":1}]}"#, "\"id\" is missing in an element of \"add\"; it must be there"),
    (#"{"running":true,"running":true}"#, "\"running\" appears more than once in \"countdown\""),
  ]

  @Test(arguments: records + phases + pushes + servers)
  func `a record that breaks the format is refused`(line: String, message: String) {
    let error = transcriptError("# a comment\n{\"transcript\":1}\n" + line + "\n")
    #expect(error == TranscriptError(line: 3, message: message))
  }

  @Test(arguments: countdowns)
  func `a countdown that breaks the format is refused`(json: String, message: String) {
    #expect(mistake("{\"t\":0,\"countdown\":\(json)}") == message)
  }

  @Test func `an unknown kind of record is reported with all known kinds`() {
    let kinds = TranscriptInput.keys.union(ReadyMadeScripts.records.map { $0.key })
    #expect(kinds.isSuperset(of: ["app", "unread"]))
    #expect(
      mistake(#"{"t":0,"unred":3}"#)
        == "no script has a kind of record named \"unred\"; there are "
        + kinds.sorted().joined(separator: ", ")
        + ", and others with the script of the feature that records them"
    )
  }

  @Test func `a mistake in words begins with its line`() {
    let error = transcriptError("{\"transcript\":1}\n{\"t\":0}\n")
    let message = "there is no key that says what happened, such as \"push\" or \"app\""
    #expect(error?.description == "line 2: \(message)")
  }

  @Test func `a repeated key is found beside many oddities of a payload`() {
    let oddities = String(repeating: #","\uD800""#, count: 200)
    let message = mistake(#"{"t":0,"push":{"a":[1\#(oddities)]},"request":"r","request":"s"}"#)
    #expect(message == "\"request\" appears more than once in the record")
  }
}
