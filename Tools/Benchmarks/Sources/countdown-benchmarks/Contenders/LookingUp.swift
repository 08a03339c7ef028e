import PushHub

/// What an end costs at the least: its model is looked up in a dictionary, and reported in an array of
/// its own.
///
/// It has no time and no order. It is the yardstick of ends: what slows the machine down, threads that
/// have run, a neighbor in the cache or another program, slows it down too.
@MainActor
final class LookingUp {
  var onExpiry: (([String]) -> Void)?

  private var ends: [String: Duration] = [:]

  init(_ items: [CountdownItem]) {
    for item in items {
      ends[item.id] = item.total
    }
  }

  func end(_ ids: [String], before limit: Duration) {
    for id in ids {
      if let end = ends[id], end <= limit {
        onExpiry?([id])
      }
    }
  }
}
