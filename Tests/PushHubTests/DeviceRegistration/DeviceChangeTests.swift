import Foundation
import Testing

@testable import PushHub
@testable import PushHubObservers

struct DeviceChangeTests {
  private static func transcript(_ lines: String...) throws -> Transcript {
    let text = (["{\"transcript\":1}"] + lines).joined(separator: "\n")
    return try Transcript(Data("\(text)\n".utf8), vocabulary: .registration)
  }

  private static func change(_ device: String) throws -> DeviceChange? {
    try transcript("{\"t\":0,\"device\":\(device)}").records.first?.input.record()
  }

  @Test(
    arguments: [
      #"{}"#, #"{"permission":"provisional"}"#, #"{"tags":[]}"#,
      #"{"tags":[{"name":"a","value":"1"},{"name":"b","value":""}]}"#,
      #"{"tokens":[{"name":"activities","token":"a1b2"},{"name":"gone","token":null}]}"#,
      #"{"subscribe":["news"],"unsubscribe":["sport"]}"#, #"{"forget":"ann"}"#,
      #"{"refresh":true}"#, #"{"permission":null}"#,
    ]
  )
  func `a change is read, and written as it was`(device: String) throws {
    let transcript = try Self.transcript("{\"t\":0,\"device\":\(device)}")
    let text = String(decoding: transcript.data, as: UTF8.self)
    #expect(text.hasSuffix("{\"t\":0,\"device\":\(device)}\n"))
  }

  @Test func `a token that is gone is told from one of which nothing is said`() throws {
    let change = try #require(try Self.change(#"{"tokens":[{"name":"a","token":null}]}"#))
    #expect(change.furtherTokens.keys.sorted() == ["a"])
    #expect(change.furtherTokens["b"] == nil)
    #expect(change.furtherTokens["a"] == .some(nil))
  }

  @Test(
    arguments: [
      (#""x""#, "\"device\" in the record must be an object"),
      (#"{"permission":"yes"}"#, "\"notDetermined\" or"),
      (#"{"topics":[]}"#, "\"topics\" has no place in \"device\""),
      (#"{"tags":[{"name":"a"}]}"#, "\"value\" is missing"),
      (#"{"tokens":[{"name":"a","token":"a1b"}]}"#, "an odd number"),
      (#"{"tokens":[{"name":"a"}]}"#, "\"token\" is missing"),
      (#"{"subscribe":"news"}"#, "must be a list of texts"),
      (#"{"forget":null}"#, "\"forget\" in \"device\" must be a text"),
    ]
  )
  func `a strange change says what is wrong`(device: String, words: String) {
    let error = #expect(throws: TranscriptError.self) { try Self.change(device) }
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
  }

  @Test func `another recording begins with what holds, for who is signed in`() {
    var recap = DeviceRecap(header: TranscriptHeader())
    func follow(_ account: AccountID?) {
      recap.follow(LifecycleState(account: account), at: .now)
    }
    func take(_ change: DeviceChange) {
      recap.take(change, at: .now)
    }
    follow("ann")
    take(DeviceChange(permission: .authorized, subscribed: ["news", "sport"]))
    take(DeviceChange(tags: ["a": "1"], unsubscribed: ["sport"], isRefresh: true))
    take(DeviceChange(furtherTokens: ["x": DeviceToken([1]), "y": DeviceToken([2])]))
    take(DeviceChange(furtherTokens: ["y": nil]))
    follow("ben")
    take(DeviceChange(subscribed: ["weather"]))
    var expected = DeviceChange(
      permission: .authorized,
      tags: ["a": "1"],
      furtherTokens: ["x": DeviceToken([1])],
      subscribed: ["weather"]
    )
    #expect(recap.recordsAfterLifecycle(at: .now) as? [DeviceChange] == [expected])
    follow("ann")
    expected.subscribed = ["news"]
    #expect(recap.recordsAfterLifecycle(at: .now) as? [DeviceChange] == [expected])
    take(DeviceChange(forgotten: "ann"))
    expected.subscribed = []
    expected.forgotten = "ann"
    #expect(recap.recordsAfterLifecycle(at: .now) as? [DeviceChange] == [expected])
    take(DeviceChange(permission: .some(nil), subscribed: ["nobody's"]))
    follow("ann")
    expected.permission = .none
    #expect(recap.recordsAfterLifecycle(at: .now) as? [DeviceChange] == [expected])
    follow("ben")
    expected.forgotten = nil
    expected.subscribed = ["weather"]
    #expect(recap.recordsAfterLifecycle(at: .now) as? [DeviceChange] == [expected])
  }

  @Test func `another recording knows the topics that are for whoever signs in`() {
    var recap = DeviceRecap(header: TranscriptHeader())
    recap.follow(LifecycleState(account: nil), at: .now)
    recap.take(DeviceChange(unsubscribed: ["sport"], subscribed: ["news", "a"]), at: .now)
    recap.take(DeviceChange(unsubscribed: ["a"]), at: .now)
    var expected = DeviceChange(unsubscribed: ["a", "sport"], subscribed: ["news"])
    #expect(recap.recordsAfterLifecycle(at: .now) as? [DeviceChange] == [expected])
    recap.follow(LifecycleState(account: "ann"), at: .now)
    expected = DeviceChange(subscribed: ["news"])
    #expect(recap.recordsAfterLifecycle(at: .now) as? [DeviceChange] == [expected])
    recap.follow(LifecycleState(account: nil), at: .now)
    recap.take(DeviceChange(subscribed: ["nobody's"]), at: .now)
    #expect(recap.recordsAfterLifecycle(at: .now).isEmpty)
  }

  @Test func `redacted, a change has another text for each text, and says nothing of it`() throws {
    let redactor = try #require(TranscriptRedactor(.redacted))
    let token = DeviceToken([1, 2, 3])
    let change = DeviceChange(
      permission: .authorized,
      tags: ["my tag": "my value"],
      furtherTokens: ["my activity": token, "my end": nil],
      unsubscribed: ["my sport"],
      subscribed: ["my news"],
      forgotten: "my account"
    )
    .redacted(by: redactor)
    #expect(!change.fields.contains { "\($0.json)".contains("my ") })
    #expect(change.permission == .authorized)
    #expect(change.tags == [redactor.hash("my tag"): redactor.hash("my value")])
    #expect(
      change.furtherTokens == [
        redactor.hash("my activity"): redactor.redact(token), redactor.hash("my end"): nil,
      ]
    )
    #expect(change.unsubscribed == [redactor.hash("my sport")])
    #expect(change.subscribed == [redactor.hash("my news")])
    #expect(change.forgotten?.rawValue == redactor.hash("my account"))
  }

  @Test func `that the permission is not known any more is a change`() throws {
    let change = try #require(try Self.change(#"{"permission":null}"#))
    #expect(change.permission == .some(nil))
    #expect(try Self.change("{}")?.permission == .none)
    #expect(DeviceChange(RegistrationCore.Wish.permission(nil)) == change)
  }
}
