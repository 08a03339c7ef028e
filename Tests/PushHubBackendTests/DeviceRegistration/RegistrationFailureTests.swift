import PushHub
import PushHubTesting
import Testing

@testable import PushHubBackend
@testable import TestSupport

/// What becomes of requests that fail, and when they are tried again.
final class RegistrationFailureTests {
  private var driver = RegistrationDriver.registered()

  /// Ann's permission has changed, and the request has just begun.
  init() {
    driver.setPermission(.denied)
    _ = driver.takeEffects()
  }

  @Test func `a request that fails is retried with growing delays`() {
    let request = driver.request
    for delay in [1, 2, 4, 8] {
      driver.fail()
      #expect(driver.takeLog() == [.failed(error: "down", retryIn: .seconds(delay))])
      driver.advance(by: .seconds(delay))
      #expect(driver.request == request)
      _ = driver.takeEffects()
    }
  }

  @Test func `changes wait for Retry-After as well`() {
    driver.fail(SourceFailure(message: "503", retryAfter: .seconds(100)))
    _ = driver.takeEffects()
    driver.subscribe("news")
    driver.advance(by: .milliseconds(109_999))
    #expect(driver.takeSummary() == [])
    driver.advance(by: .milliseconds(1))
    #expect(driver.takeRecords().map(\.?.topics) == [["news"]])
  }

  @Test func `a return to the foreground retries within 5 s, but not before Retry-After`() {
    for (pause, isAsked) in [(nil, true), (Duration.seconds(1_000), false)] {
      for _ in 0..<12 {
        driver.fail(SourceFailure(message: "down"))
        driver.pass(300)
      }
      driver.fail(SourceFailure(message: "503", retryAfter: pause))
      _ = driver.takeEffects()
      driver.activate()
      #expect(driver.takeSummary() == [])
      driver.pass(5)
      #expect(driver.takeSummary().isEmpty != isAsked)
    }
  }

  @Test func `a failure after a return is retried within 5 s, once`() {
    for _ in 0..<12 {
      driver.fail()
      driver.pass(300)
    }
    _ = driver.takeEffects()
    driver.activate()
    for isSoon in [true, false] {
      driver.fail()
      driver.pass(5)
      #expect(driver.takeSummary() == (isSoon ? ["signOn ann"] : []))
    }
  }

  @Test(
    arguments: [
      HTTPSourceError(.failureStatus, endpoint: "/", statusCode: 400),
      HTTPSourceError(.failureStatus, endpoint: "/", statusCode: 413),
      HTTPSourceError(.failureStatus, endpoint: "/", statusCode: 422),
      HTTPSourceError(.unauthorized, endpoint: "/", statusCode: 401),
    ]
  )
  func `a permanent refusal is not retried, but after a return or a change`(
    error: HTTPSourceError
  ) {
    driver.fail(SourceFailure(error))
    _ = driver.takeEffects()
    driver.pass(6 * 86_400)
    #expect(driver.takeSummary() == [])
    var other = driver
    driver.activate()
    #expect(driver.takeRequests().count == 1)
    other.setPermission(.authorized)
    #expect(other.takeRequests().count == 1)
  }

  @Test func `a sign-in and a start end a refusal`() {
    driver.fail(.refusal)
    _ = driver.takeEffects()
    var other = driver
    driver.die()
    #expect(driver.takeSummary() == ["signOn ann"])
    other.signIn([])
    other.succeed("ann")
    other.signIn(["ann"])
    #expect(other.takeSummary() == ["signOff ann", "signOn ann"])
  }
}
