import Foundation
import Testing

@testable import PushHubNetworking
@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct HTTPSessionDelegateTests {
  @Test func `a head that is first reported at the end is an answer`() async throws {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [RedirectToNowhere.self]
    let session = URLSession(configuration: configuration)
    defer { session.invalidateAndCancel() }
    let url = try #require(URL(string: "https://example.com/"))
    let (ends, end) = AsyncStream<Void>.makeStream()
    let task = session.dataTask(with: url) { _, _, _ in end.finish() }
    task.resume()
    for await _ in ends {}
    let delegate = HTTPSessionDelegate(try AccountEndpoint("https://example.com/{account}"))
    let parts = delegate.parts(of: task)
    delegate.urlSession(session, task: task, didCompleteWithError: nil)
    var statuses: [Int] = []
    for try await (response, _) in parts { statuses.append(response.statusCode) }
    #expect(statuses == [302])
  }
}

private final class RedirectToNowhere: StubServer {
  override func startLoading() { answer(302, isEnd: true) }
}
