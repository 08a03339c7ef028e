import Foundation
import PushHub
import Testing

/// How log messages write errors, lists and durations.
struct LogTextTests {
  enum Mishap: Error {
    case first
    case second(String)
  }

  struct Known: LoggableError {
    let description = "The page has no window."
  }

  struct Message: Decodable {
    let count: Int
  }

  @Test func `an error is described by type, domain and code`() {
    let error: any Error = URLError(.notConnectedToInternet)
    #expect(LogText(error).description == "URLError (NSURLErrorDomain -1009)")
  }

  @Test func `two cases of one error are distinguished`() {
    #expect(LogText(Mishap.first).description != LogText(Mishap.second("secret")).description)
  }

  @Test func `what an error quotes stays in it`() {
    var errors: [any Error] = [
      Mishap.second("secret"),
      NSError(domain: "Chat", code: 7, userInfo: [NSLocalizedDescriptionKey: "secret"]),
      URLError(.badURL, userInfo: ["NSErrorFailingURLStringKey": "https://a.example/?t=secret"]),
    ]
    do {
      _ = try JSONDecoder().decode(Message.self, from: Data(#"{"count":"secret"}"#.utf8))
    } catch {
      errors.append(error)
    }
    #expect(errors.count == 4)
    for error in errors {
      #expect(!LogText(error).description.contains("secret"))
    }
  }

  @Test func `an error that promises to quote nothing speaks for itself`() {
    #expect(LogText(Known()).description == "The page has no window.")
  }

  // MARK: - Lists

  @Test func `a list of up to five is written in full`() {
    #expect("\(LogText(["a", "b", "c", "d", "e"]))" == "a, b, c, d, e")
    #expect("\(LogText(["a", "b", "c", "d", "e", "f"]))" == "a, b, c, d and 2 more")
  }

  // MARK: - Durations

  @Test(
    arguments: [
      (.seconds(Int64.max), "2562047788015215 h 30 min"),
      (.seconds(-1), "-1 s"), (.milliseconds(-1_500), "-1.5 s"), (.zero, "0 s"),
      (.seconds(Int64.min), "-9223372036854775808 s"),
      (.microseconds(400), "0 s"),
      (.milliseconds(400), "0.4 s"), (.microseconds(59_999_600), "60 s"), (.seconds(60), "1 min"),
      (.seconds(125), "2 min 5 s"), (.seconds(3_600), "1 h"), (.seconds(12_060), "3 h 21 min"),
    ] as [(Duration, String)]
  )
  func `any duration has words`(duration: Duration, message: String) {
    #expect(LogText(duration).description == message)
  }
}
