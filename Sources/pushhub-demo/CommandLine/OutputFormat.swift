/// For whom the demo prints.
enum OutputFormat: Equatable {
  /// For people.
  case text

  /// For programs: one JSON object a line.
  case json
}
