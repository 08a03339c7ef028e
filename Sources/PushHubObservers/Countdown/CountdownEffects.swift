/// What is to be done about an event, in order.
struct CountdownEffects {
  enum Effect: Equatable {
    /// A target was just bound, or the model it waited for was registered.
    case show(CountdownTelling)

    /// All targets whose model has time left are told.
    case tick([CountdownTelling])

    /// Models ended, in that order.
    case expire([Ending])

    /// A target had to go.
    case evict(number: Int, CountdownID)

    /// The app is back in the foreground.
    case returned(after: Duration)
  }

  struct Ending: Equatable {
    let id: CountdownID
    let isLate: Bool

    /// What the targets of the model are told.
    let tellings: [CountdownTelling]
  }

  private(set) var effects: [Effect] = []
  private var endings: [Ending] = []

  mutating func add(_ effect: Effect) {
    gatherEndings()
    effects.append(effect)
  }

  /// Adds an end; ends with nothing between them come in one effect.
  mutating func add(_ ending: Ending) {
    endings.append(ending)
  }

  mutating func take() -> [Effect] {
    gatherEndings()
    return effects
  }

  private mutating func gatherEndings() {
    guard !endings.isEmpty else { return }
    effects.append(.expire(endings))
    endings = []
  }
}
