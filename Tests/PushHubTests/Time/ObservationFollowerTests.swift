import Observation
import PushHubTesting
import Testing

@testable import PushHub
@testable import TestSupport

/// What followers of one property share, and what each of them is called with.
struct ObservationFollowerTests: TimeFixture {
  @MainActor
  @Observable
  final class Counter {
    var count: Int
    var other = 0

    init(_ count: Int) { self.count = count }
  }

  private final class Constant: Sendable {
    let count = 1
  }

  let scheduler = ManualScheduler()

  @Test func `each follower is called with each change, though they share a tracking`() async {
    let counter = Counter(1)
    let (first, second) = (Holder<[Int?]>([]), Holder<[Int?]>([]))
    var follower: ObservationFollower? = ObservationFollower(
      of: counter,
      \.count,
      on: scheduler,
      show: { first.value.append($0) }
    )
    let other = ObservationFollower(
      of: counter,
      \.count,
      on: scheduler,
      show: { second.value.append($0) }
    )
    #expect(follower?.tracking != nil && follower?.tracking === other.tracking)
    counter.count = 2
    await settle()
    follower = nil
    counter.count = 3
    await settle()
    counter.count = 4
    await settle()
    #expect(first.value == [1, 2])
    #expect(second.value == [1, 2, 3, 4])
    withExtendedLifetime(other) {}
  }

  @Test func `followers of other properties and objects share nothing`() {
    let counter = Counter(1)
    let follower = { (counter: Counter, property: KeyPath<Counter, Int>) in
      ObservationFollower(of: counter, property, on: self.scheduler, show: { _ in })
    }
    let all = [
      follower(counter, \.count), follower(counter, \.other), follower(Counter(1), \.count),
    ]
    #expect(Set(all.map { ObjectIdentifier($0) }).count == 3)
    #expect(all[0].tracking !== all[1].tracking)
    #expect(all[0].tracking !== all[2].tracking)
  }

  @Test func `all followers are called when the object is gone`() async {
    var counter: Counter? = Counter(1)
    let values = Holder<[Int?]>([])
    let followers = (0..<2).compactMap { _ in
      counter.map {
        ObservationFollower(of: $0, \.count, on: scheduler, show: { values.value.append($0) })
      }
    }
    counter = nil
    await settle()
    #expect(values.value == [1, 1, nil, nil])
    withExtendedLifetime(followers) {}
  }

  @Test func `nothing waits for a value that never changes`() async {
    let constant = Constant()
    let values = Holder<[Int?]>([])
    for _ in 0..<2 {
      let follower = ObservationFollower(
        of: constant,
        \.count,
        on: scheduler,
        show: { values.value.append($0) }
      )
      await settle()
      withExtendedLifetime(follower) {}
    }
    #expect(values.value == [1, 1])
  }
}
