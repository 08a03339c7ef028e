import PushHub
import Testing

struct BoundsTests {
  @Test(
    arguments: [(Int.min, 1), (1, 1), (2, 2), (1 << 30, 1 << 30), (Int.max, 1 << 30)]
  )
  func `a number of bytes is at least one and at most a gibibyte`(count: Int, expected: Int) {
    #expect(Bounds.byteCount.nearest(to: count) == expected)
  }

  @Test(
    arguments: [(Duration.zero, 1), (.seconds(1), 1), (.seconds(86_401), 86_400)]
  )
  func `an interval is at least a second and at most a day`(duration: Duration, seconds: Double) {
    #expect(Bounds.interval.nearest(to: duration) / .seconds(1) == seconds)
  }
}
