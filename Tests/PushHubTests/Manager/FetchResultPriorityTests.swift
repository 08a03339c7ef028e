import Testing

@testable import PushHub

struct FetchResultPriorityTests {
  private var configuration = NotificationManager.Configuration()

  @Test func `new data counts more than a failure, and a failure more than no data`() {
    for first in FetchResult.allCases {
      for second in FetchResult.allCases {
        let expected = [FetchResult.newData, .failed].first { $0 == first || $0 == second }
        #expect(configuration.merged([first, second]) == expected ?? .noData)
      }
    }
  }
}
