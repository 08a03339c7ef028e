public import PushHub

/// An event with what it means on a timeline; one that does not say so is a dot without a word.
///
/// ```swift
/// extension OrderEvent: TimelineEvent {
///   public var look: MarkLook { MarkLook("?", label: "asked") }
///   public var origins: [Topic] { [HubEvent.latestPush] }
/// }
/// ```
public protocol TimelineEvent: FeatureEvent {
  /// How it looks on the timeline; by default a dot without a word.
  var look: MarkLook { get }

  /// What it came of: the latest mark of the first of these topics that has one.
  ///
  /// Within the step of a record, it came of that record, unless a mark of these was made since.
  var origins: [Topic] { get }

  /// What it means on the timeline, where it is a mark.
  var traces: [Trace] { get }

  /// Why nothing more comes of it, if nothing does and its nature says so.
  var reasonForNothing: String? { get }

  /// What it is counted as in the figures of a report.
  var tally: Tally? { get }

  /// Events of equal runs that follow each other closely are one mark; `nil` for a mark of its own.
  var run: Topic? { get }

  /// What a run of such events was, for people.
  ///
  /// - Parameters:
  ///   - count: How many there were, at least two.
  ///   - last: The last one.
  func words(forRunOf count: Int, to last: Self) -> String
}

extension TimelineEvent {
  /// A dot without a word.
  public var look: MarkLook { MarkLook() }

  /// Nothing that it tells.
  public var origins: [Topic] { [] }

  /// Nothing.
  public var traces: [Trace] { [] }

  /// That the user sees it.
  public var reasonForNothing: String? { .seen }

  /// Nothing.
  public var tally: Tally? { nil }

  /// None.
  public var run: Topic? { nil }

  /// How many there were.
  public func words(forRunOf count: Int, to last: Self) -> String {
    "\(count) times: \(words)"
  }
}

extension String {
  /// Why nothing more comes of what is not explained otherwise.
  package static let seen = "This is what the user sees; nothing more comes of it."
}

/// What something on the timeline looks like.
public struct MarkLook: Hashable, Sendable {
  /// A character or two that stand for it.
  public var glyph: String

  /// A word or two that stand in it, where there is room.
  public var label: String

  /// Whether it went wrong.
  public var isProblem: Bool

  /// Makes a look.
  public init(_ glyph: String = "•", label: String = "", isProblem: Bool = false) {
    self.glyph = glyph
    self.label = label
    self.isProblem = isProblem
  }
}

/// What a record looks like to people.
public struct RecordAppearance: Hashable, Sendable {
  /// What happens, as a clause without an end; what users have written may stand in it.
  public var words: String

  /// How it looks on the timeline.
  public var look: MarkLook

  /// Makes an appearance.
  public init(words: String, look: MarkLook = MarkLook()) {
    self.words = words
    self.look = look
  }
}

extension RecordAppearance {
  package init(
    _ words: String,
    _ glyph: String = "•",
    label: String = "",
    isProblem: Bool = false
  ) {
    self.init(words: words, look: MarkLook(glyph, label: label, isProblem: isProblem))
  }
}

/// What something is counted as.
public struct Tally: Hashable, Sendable {
  /// What is counted, as the title of a figure.
  public var title: String

  /// Which of them it is.
  public var entry: String

  /// Makes a tally.
  public init(_ title: String, of entry: String) {
    self.title = title
    self.entry = entry
  }
}

/// Something that marks on a timeline are about, so that later ones can say what they came of.
///
/// Any value that can be told from others of its type names one: a feature uses an enum of its own.
public struct Topic: Sendable {
  private let name: any Hashable & Sendable

  /// Makes a topic; those of equal values of one type are the same.
  public init(_ name: some Hashable & Sendable) {
    self.name = name
  }
}

extension Topic: Hashable {
  /// Whether both are named by equal values of one type.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    isName(lhs.name, equalTo: rhs.name)
  }

  private static func isName<Name: Hashable>(_ name: Name, equalTo other: any Hashable) -> Bool {
    guard let other = other as? Name else { return false }
    return other == name
  }

  /// Feeds the name to the hasher.
  public func hash(into hasher: inout Hasher) {
    name.hash(into: &hasher)
  }
}

/// What a mark means on the timeline.
public enum Trace: Sendable {
  /// It is the latest mark of a topic.
  case marks(Topic)

  /// It is the mark of a topic that has none.
  case marksFirst(Topic)

  /// The topic has no mark any more.
  case forgets(Topic)

  /// It is the latest mark of a topic and lasts from here on; what lasted before ends.
  case begins(Topic)

  /// As ``begins(_:)``, and the feature works for as long, which is counted.
  case beginsWork(Topic)

  /// What began ends.
  case ends(Topic)

  /// A bar without a mark of its own begins.
  case beginsBar(Topic, label: String)

  /// A bar ends.
  case endsBar(Topic)

  /// The feature shows a number from here on.
  case shows(Int)
}
