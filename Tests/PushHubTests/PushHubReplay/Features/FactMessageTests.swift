import PushHub
import PushHubReplay
import Testing

struct FactWordsTests {
  private func told(_ words: FactMessage, at now: Duration, since: String = "") -> String {
    words.text(at: now, since: since)
  }

  // MARK: - Telling

  @Test func `texts and whole numbers can be put in`() {
    let name = "alice"
    #expect(
      told("\(name): \(7) of \(Int64.max), \(name.prefix(2))", at: .zero)
        == "alice: 7 of 9223372036854775807, al"
    )
  }

  @Test(arguments: ["", " since 0:00:03.000"])
  func `who tells the words says since when, or doesn't`(since: String) {
    let message: FactMessage = "up\(.since), and lit\(.since)"
    #expect(told(message, at: .seconds(5), since: since) == "up\(since), and lit\(since)")
  }

  @Test(
    arguments: [
      (.seconds(75), "just now"),
      (.seconds(75) + .milliseconds(400), "0.4 s ago at 0:01:15.000"),
      (.seconds(78), "3 s ago at 0:01:15.000"),
      (.seconds(3_675), "1 h ago at 0:01:15.000"),
      (.seconds(74), "just now"),
    ] as [(Duration, String)]
  )
  func `what is past says how long ago and when`(now: Duration, text: String) {
    #expect(told("\(.ago(.seconds(75)))", at: now) == text)
  }

  @Test(
    arguments: [
      (.zero, "in 1 min 15 s at 0:01:15.000"),
      (.seconds(74), "in 1 s at 0:01:15.000"),
      (.seconds(75), "in 0 s at 0:01:15.000"),
      (.seconds(76), "in 0 s at 0:01:15.000"),
    ] as [(Duration, String)]
  )
  func `what is to come says how soon and when`(now: Duration, text: String) {
    #expect(told("\(.ahead(.seconds(75)))", at: now) == text)
  }

  @Test(
    arguments: [(.zero, "1 min 15 s"), (.seconds(74), "1 s"), (.seconds(75), "0 s")]
      + [(.seconds(76), "0 s")] as [(Duration, String)]
  )
  func `what is left grows less, and never less than nothing`(now: Duration, text: String) {
    #expect(told("\(.left(until: .seconds(75)))", at: now) == text)
  }

  @Test(
    arguments: [
      (.zero, "new: here"), (.seconds(75) - .nanoseconds(1), "new: here"),
      (.seconds(75), "here"), (.seconds(76), "here"),
    ] as [(Duration, String)]
  )
  func `a text for a while is gone when that is over`(now: Duration, text: String) {
    #expect(told("\(.before(.seconds(75), "new: "))here", at: now) == text)
  }

  // MARK: - Equality

  @Test func `words that say the same are equal, however they were put together`() {
    let whole: FactMessage = "up since, 3"
    let inner: FactMessage = "since"
    #expect("\("up") \(inner)\(""), \(3)" == whole)
    #expect(Set([whole, "up \("since, ")\(3)"]).count == 1)
  }

  // MARK: - For programs

  @Test func `programs get the parts, with times in seconds`() {
    let message: FactMessage = """
      \(.before(.seconds(60), "fresh: "))up\(.since), asked \(.ago(.milliseconds(76_500))), again \
      \(.ahead(.seconds(80))), \(.left(until: .seconds(90))) left
      """
    #expect(
      message.json.jsonText
        == #"[{"before":60,"text":"fresh: "},"up",{"since":true},", asked ",{"ago":76.5},"#
        + #"", again ",{"ahead":80},", ",{"left":90}," left"]"#
    )
  }

  @Test func `texts side by side are one part, and an empty one is none`() {
    let empty: FactMessage = ""
    #expect(empty.json == [])
    let message: FactMessage = "a\("")b\(empty)c\(1)"
    #expect(message.json == ["abc1"])
  }
}
