import PushHubTesting

/// A suite or a world at a simulated time.
@MainActor
protocol TimeFixture {
  var scheduler: ManualScheduler { get }
}

extension TimeFixture {
  /// Lets seconds pass, and runs what is due by then.
  func pass(_ seconds: Double) {
    scheduler.advance(by: .seconds(seconds))
  }

  /// Waits for the work that has begun.
  func settle() async {
    await scheduler.settle()
  }

  /// Waits for the work that has begun, lets time pass, and waits for the work that begins then.
  func advance(by duration: Duration = .seconds(1)) async {
    await settle()
    scheduler.advance(by: duration)
    await settle()
  }

  /// Lets seconds pass, and waits for the work that begins then, too.
  func wait(_ seconds: Double) async {
    await advance(by: .seconds(seconds))
  }
}
