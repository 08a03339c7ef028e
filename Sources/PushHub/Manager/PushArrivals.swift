/// What came from the system, as far as a checkup wants to know.
package struct PushArrivals {
  /// When a push was last seen on each channel, by the manager's clock.
  package private(set) var latest: [PushChannel: Duration] = [:]

  /// How many pushes were silent.
  package private(set) var silentCount = 0

  /// The categories that pushes have named, at most a hundred.
  package private(set) var categories: Set<String> = []

  package init() {}

  package mutating func record(
    _ push: Push,
    via channel: PushChannel,
    at time: Duration,
    isNew: Bool
  ) {
    latest[channel] = time
    guard isNew else { return }
    if push.aps.contentAvailable { silentCount += 1 }
    if let category = push.aps.category, categories.count < 100 { categories.insert(category) }
  }
}
