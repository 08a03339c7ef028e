import PushHub
import PushHubAlerts
import PushHubTesting
import Testing

@testable import TestSupport

/// Which banner is up and which wait, in every short life of an app.
struct ForegroundBannerModelTests {
  private let alphabet: [ForegroundBannerWorld.Operation] = [
    .push(thread: "a", page: nil), .push(thread: "b", page: nil), .push(thread: nil, page: nil),
    .push(thread: nil, page: ForegroundBannerWorld.page), .touch(.tapped), .touch(.swiped),
    .touch(.held), .touch(.released), .presenterIsDone, .presenterFails, .page, .leaveOrReturn,
    .account(nil), .account("x"), .both(shown: "x"), .seconds(1), .reattach,
    .push(thread: "a", page: ForegroundBannerWorld.page, of: "y"),
  ]

  @Test func `every sequence of what happens to banners`() throws {
    let count = try EverySequence(of: alphabet, upTo: 4, thorough: 5).check(ForegroundBannerWorld())
    #expect(count > Exhaustive.choose(10_000, thorough: 200_000))
  }

  @Test(
    arguments: [
      [
        .push(thread: "a", page: nil), .presenterIsDone,
        .push(thread: "b", page: ForegroundBannerWorld.page),
      ],
      [
        .push(thread: "a", page: nil), .presenterIsDone, .push(thread: nil, page: nil),
        .push(thread: "b", page: nil), .touch(.tapped),
      ],
    ] as [[ForegroundBannerWorld.Operation]]
  )
  func `every sequence while one is up or dismissed, and others wait`(
    start: [ForegroundBannerWorld.Operation]
  ) throws {
    let count = try EverySequence(
      of: alphabet,
      upTo: 3,
      thorough: 4,
      after: start
    )
    .check(ForegroundBannerWorld())
    #expect(count > Exhaustive.choose(1_000, thorough: 10_000))
  }

  @Test func `long random lives`() async throws {
    let all = alphabet + [.account("y"), .both(shown: "y"), .seconds(2), .seconds(5)]
    try await RandomSequences(
      of: all,
      length: 80,
      count: 100,
      thorough: 300
    )
    .check(ForegroundBannerWorld())
  }
}
