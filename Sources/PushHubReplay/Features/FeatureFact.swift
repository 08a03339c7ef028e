public import PushHub

/// Something that is true of a feature for a while.
///
/// Times in it are counted from the start of the play, so that it stays equal to itself for as long as
/// it is true.
public protocol FeatureFact: Hashable, Sendable {
  /// What it is about; another fact of the same name takes its place.
  var name: String { get }

  /// What is true, for programs.
  var json: JSONValue { get }

  /// What is true, for people, as a clause without an end that can be told as long as it is true.
  var words: FactWords { get }

  /// Whether it is told what led to it; what rests, or only says what comes next, needs no causes.
  var hasCauses: Bool { get }

  /// Whether an event that was told when the fact became true tells of it.
  func isTold(by event: any FeatureEvent) -> Bool

  /// What else has led to it up to now: the latest mark of the first topic of each list that has one.
  var origins: [[Topic]] { get }

  /// What else had led to it when it became true, likewise.
  var firstOrigins: [[Topic]] { get }

  /// What happened when a timer made it true without a word.
  var arrival: String { get }
}

extension FeatureFact {
  /// It is.
  public var hasCauses: Bool { true }

  /// None does.
  public func isTold(by event: any FeatureEvent) -> Bool { false }

  /// Nothing.
  public var origins: [[Topic]] { [] }

  /// Nothing.
  public var firstOrigins: [[Topic]] { [] }

  /// That a timer was due.
  public var arrival: String { "a timer was due" }

  func equals(_ other: any FeatureFact) -> Bool {
    guard let other = other as? Self else { return false }
    return other == self
  }
}

/// A fact that needs no type of its own; it is another one when its value or its words are others.
package struct PlainFact: FeatureFact {
  package let name: String
  package let json: JSONValue
  package let words: FactWords
  package let hasCauses: Bool
  package let origins: [[Topic]]
  package let firstOrigins: [[Topic]]
  package let arrival: String
  private let isTeller: @Sendable (any FeatureEvent) -> Bool

  /// - Parameter isTeller: Whether an event tells of it; by default none does.
  package init(
    _ name: String,
    _ json: JSONValue,
    words: FactWords,
    hasCauses: Bool = true,
    origins: [[Topic]] = [],
    firstOrigins: [[Topic]] = [],
    arrival: String = "a timer was due",
    toldBy isTeller: @escaping @Sendable (any FeatureEvent) -> Bool = { _ in false }
  ) {
    self.name = name
    self.json = json
    self.words = words
    self.hasCauses = hasCauses
    self.origins = origins
    self.firstOrigins = firstOrigins
    self.arrival = arrival
    self.isTeller = isTeller
  }

  package func isTold(by event: any FeatureEvent) -> Bool { isTeller(event) }

  package static func == (lhs: Self, rhs: Self) -> Bool {
    (lhs.name, lhs.json, lhs.words) == (rhs.name, rhs.json, rhs.words)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(words)
  }
}

extension JSONValue {
  /// An object without the members that have no value.
  package static func members(_ members: [String: JSONValue?]) -> Self {
    .object(members.compactMapValues { $0 })
  }
}
