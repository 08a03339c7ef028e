import Testing

@testable import PushHub

/// Whoever asks a delivery for its result, and when.
@MainActor
struct WaitingForWorkTests {
  private func makeDelivery() -> BackgroundDelivery {
    BackgroundDelivery(of: NotificationManager(scheduler: ManualScheduler()))
  }

  @Test func `who asks after the end is told at once`() {
    let delivery = makeDelivery()
    delivery.seal()
    var told: [FetchResult] = []
    delivery.whenFinished { told.append($0) }
    #expect(told == [.noData])
  }

  @Test func `who asks before the end is told at the end, and once`() {
    let delivery = makeDelivery()
    var told: [FetchResult] = []
    delivery.whenFinished { told.append($0) }
    #expect(told.isEmpty)
    delivery.seal()
    delivery.seal()
    #expect(told == [.noData])
  }
}
