import PushHub
import Testing

struct FetchResultPolicyTests {
  @Test(arguments: [
    (FetchResultPolicy.newDataThenFailed, [FetchResult.newData, .failed, .noData]),
    (.failedThenNewData, [.failed, .newData, .noData]),
    (.failedOnlyIfAllFailed, [.newData, .noData, .failed]),
  ])
  func `a policy is a ranking of results`(policy: FetchResultPolicy, ranking: [FetchResult]) {
    for first in FetchResult.allCases {
      for second in FetchResult.allCases {
        let expected = ranking.first { $0 == first || $0 == second }
        #expect(policy.merged([first, second]) == expected, "\(policy.name)")
      }
    }
  }

  @Test(arguments: [FetchResultPolicy.newDataThenFailed, .failedThenNewData])
  func `nobody's work is no data`(policy: FetchResultPolicy) {
    #expect(policy.merged([]) == .noData)
  }

  @Test func `an app can bring a policy of its own`() {
    let policy = FetchResultPolicy(name: "last") { $0.last ?? .noData }
    #expect(policy.merged([.newData, .failed]) == .failed)
  }
}
