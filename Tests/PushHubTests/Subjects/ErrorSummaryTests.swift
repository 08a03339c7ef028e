import Foundation
import PushHub
import Testing

struct ErrorSummaryTests {
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

  @Test func `an error is told by type, domain and code`() {
    let summary = ErrorSummary(URLError(.notConnectedToInternet))
    #expect(summary.type == "URLError")
    #expect(summary.domain == NSURLErrorDomain)
    #expect(summary.code == -1009)
    #expect(summary.description == "URLError (NSURLErrorDomain -1009)")
  }

  @Test func `two cases of one error are told apart`() {
    #expect(ErrorSummary(Mishap.first) != ErrorSummary(Mishap.second("secret")))
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
      #expect(!"\(ErrorSummary(error))".contains("secret"))
    }
  }

  @Test func `an error that promises to quote nothing speaks for itself`() {
    #expect("\(ErrorSummary(Known()))" == "The page has no window.")
  }
}
