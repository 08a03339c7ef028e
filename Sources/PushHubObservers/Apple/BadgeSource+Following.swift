#if canImport(UIKit)
extension BadgeSource {
  /// Shows what the badge says on something: at once, and then whenever it says something else.
  ///
  /// Ends with the source or with what it is shown on, neither of which is kept alive.
  func follow<Target: AnyObject & Sendable>(
    on target: Target,
    show: @escaping @MainActor (Target, BadgeReading) -> Void
  ) -> Task<Void, Never> {
    let readings = self.readings
    var shown = reading
    show(target, shown)
    return Task { [weak target] in
      for await reading in readings where reading != shown {
        guard !Task.isCancelled, let target else { return }
        shown = reading
        show(target, reading)
      }
    }
  }
}
#endif
