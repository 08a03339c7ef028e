/// What is to be done about an event.
enum CountdownEffect: Equatable {
  /// A target was just bound, or the model it is bound to was registered or moved.
  case show(CountdownTelling)

  /// All targets whose model has time left are told.
  case tick([CountdownTelling])

  /// A model of a list ended, of which its targets are told; ends with nothing between them are one
  /// batch.
  case end(CountdownID, in: Int, isLate: Bool, [CountdownTelling])

  /// A model was removed, of which its targets are told by their numbers.
  case remove(CountdownID, [Int])

  /// A target had to go.
  case evict(number: Int, CountdownID, in: Int)

  /// The app is back in the foreground.
  case returned(after: Duration)
}
