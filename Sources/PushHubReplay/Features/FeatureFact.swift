public import PushHub

/// Something that is true of a feature from some moment on, with what led there.
public final class FeatureFact: Sendable {
  let name: String
  let json: JSONValue
  let message: FactMessage
  let hasCauses: Bool
  let origins: [Topic]
  let isTold: @Sendable (any FeatureEvent) -> Bool

  /// Describes what is true now.
  ///
  /// - Parameters:
  ///   - name: What it is about; of one feature each name stands for one thing.
  ///   - json: What it is, for programs.
  ///   - words: What it is, for people.
  ///   - hasCauses: Whether anything led there; nothing has to be looked for otherwise.
  ///   - origins: What it came of when it became true: the latest mark of each of these topics.
  ///   - isTold: Whether an event of the feature reports it.
  public init(
    _ name: String,
    _ json: JSONValue,
    _ message: FactMessage,
    hasCauses: Bool = true,
    from origins: [Topic] = [],
    toldBy isTold: @escaping @Sendable (any FeatureEvent) -> Bool = { _ in false }
  ) {
    self.name = name
    self.json = json
    self.message = message
    self.hasCauses = hasCauses
    self.origins = origins
    self.isTold = isTold
  }
}

extension FeatureFact: Equatable {
  /// Whether the same is true of the same thing.
  public static func == (lhs: FeatureFact, rhs: FeatureFact) -> Bool {
    lhs === rhs || (lhs.name, lhs.message, lhs.json) == (rhs.name, rhs.message, rhs.json)
  }
}

extension JSONValue {
  /// An object of those members that have a value.
  public static func members(_ members: KeyValuePairs<String, JSONValue?>) -> Self {
    var object: [String: JSONValue] = [:]
    object.reserveCapacity(members.count)
    for (name, value) in members {
      object[name] = value
    }
    return .object(object)
  }
}
