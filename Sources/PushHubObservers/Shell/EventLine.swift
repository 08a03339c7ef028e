/// Events that are handled one after the other, so that all that they cause is told in their order.
@MainActor
final class EventLine<Event> {
  private var waiting: [Event] = []

  /// Handles an event; from inside of that, after those that are being handled.
  func handle(_ event: Event, _ body: (Event) -> Void) {
    waiting.append(event)
    guard waiting.count == 1 else { return }
    while let next = waiting.first {
      body(next)
      waiting.removeFirst()
    }
  }
}
