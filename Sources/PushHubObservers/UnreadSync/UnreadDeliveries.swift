import PushHub

/// The deliveries of pushes that wait for a request, and which one each of them waits for.
struct UnreadDeliveries {
  typealias Number = UnreadSyncCore.Request.Number

  private struct Waiting {
    let delivery: UnreadSyncCore.Delivery
    let request: Number
  }

  private var waiting: [Waiting] = []
  private var latestEnd: (number: Number, result: FetchResult) = (0, .noData)

  /// Notes that another account is asked for from now on, so that nobody waits for the one before.
  mutating func noteAccount(after request: Number) {
    latestEnd = (request, .noData)
    waiting = waiting.map { Waiting(delivery: $0.delivery, request: request) }
  }

  /// Notes what a request has brought.
  mutating func noteEnd(of request: Number, _ result: FetchResult) {
    latestEnd = (request, result)
  }

  /// Lets a delivery wait for a request.
  mutating func add(_ delivery: UnreadSyncCore.Delivery, until request: Number) {
    waiting.append(Waiting(delivery: delivery, request: request))
  }

  /// Gives the deliveries whose request has ended, and all if what is to come isn't waited for.
  mutating func release(
    waitsForMore: Bool,
    isSpread: Bool
  ) -> [(delivery: UnreadSyncCore.Delivery, result: FetchResult)] {
    let unasked = !isSpread && latestEnd.result == .failed ? FetchResult.failed : .noData
    let done = waiting.filter { !waitsForMore || $0.request <= latestEnd.number }
    waiting.removeAll { !waitsForMore || $0.request <= latestEnd.number }
    return done.map { ($0.delivery, $0.request <= latestEnd.number ? latestEnd.result : unasked) }
  }
}

extension UnreadSyncCore {
  /// Lets a delivery wait for the request that answers all pushes so far.
  ///
  /// That is the one under way, unless a push came during it, or else the next, if one is to come.
  mutating func hold(_ delivery: Delivery) -> [Effect] {
    let isToCome = request == nil ? spreadPush != nil || retry != nil : pushIsWaiting
    deliveries.add(delivery, until: isToCome ? requestCount + 1 : requestCount)
    return []
  }

  /// Lets deliveries go whose request has ended, or does not begin soon.
  mutating func releaseDeliveries(at now: ContinuousClock.Instant) -> [Effect] {
    let isSoon = nextBeginning.map { $0 - now <= configuration.longestHold } ?? false
    return deliveries.release(
      waitsForMore: request != nil || isSoon,
      isSpread: spreadPush != nil
    )
    .map { .release($0.delivery, $0.result) }
  }
}
