/// A JSON value whose numbers keep every digit they were written with.
///
/// ```swift
/// let order: JSONValue = ["id": 9_007_199_254_740_993, "items": ["tea", "milk"]]
/// order["id"]?.intValue       // 9007199254740993
/// order["items"]?[1]?.stringValue  // "milk"
/// ```
///
/// Values are equal when their content is: the order of an object's keys doesn't matter, and
/// numbers are compared by value, see ``JSONNumber``. Strings are equal as `String` defines it.
public enum JSONValue: Sendable, Hashable {
  /// The literal `null`.
  case null
  /// One of the literals `true` and `false`.
  case bool(Bool)
  /// A number, digit for digit.
  case number(JSONNumber)
  /// A string, its escapes resolved.
  case string(String)
  /// An ordered list of values.
  case array([JSONValue])
  /// Values by name; the order in which they were written isn't kept.
  case object([String: JSONValue])
}
