import Foundation
import PushHub
import Testing

struct LoggableErrorTests {
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
}
