/// What is to be done about an event.
enum CountdownEffect: Equatable {
  /// A target was just bound, or the model it waited for was registered.
  case show(CountdownTelling)

  /// All targets whose model has time left are told.
  case tick([CountdownTelling])

  /// A model ended, of which its targets are told; ends with nothing between them are one batch.
  case end(CountdownID, isLate: Bool, [CountdownTelling])

  /// A target had to go.
  case evict(number: Int, CountdownID)

  /// The app is back in the foreground.
  case returned(after: Duration)
}
