public import PushHub

/// An event with what it means on a timeline; one that does not say so is a dot without a word.
///
/// ```swift
/// extension OrderEvent: TimelineEvent {
///   public var mark: TimelineMark { TimelineMark("?", label: "asked", from: [.latestPush]) }
/// }
/// ```
public protocol TimelineEvent: FeatureEvent {
  /// How it stands on the timeline.
  var mark: TimelineMark { get }
}

/// How an event or a record stands on a timeline, and what it has to do with others there.
public struct TimelineMark: Sendable {
  /// A character or two that stand for it.
  public var glyph: String

  /// For a record, what happens, as a clause without an end; what users have written may stand in it.
  ///
  /// An event has words of its own.
  public var message: String

  /// A word or two that stand in it, where there is room.
  public var label: String

  /// Whether it went wrong.
  public var isProblem: Bool

  /// What it came of: the latest mark of the first of these topics that has one.
  ///
  /// Within the step of a record, an event came of that record, unless a mark of these was made since.
  public var origins: [Topic]

  /// What it means for marks that follow.
  public var traces: [Trace]

  /// Why nothing more comes of it, if nothing does and its nature says so.
  ///
  /// Without this, an event is what the user sees, and a record is what no feature acts on.
  public var reasonForNothing: String?

  /// What an event is counted as in the figures of a report, and which of these it is.
  public var tally: (title: String, entry: String)?

  /// Events of equal runs that follow each other closely are one mark; `nil` for a mark of its own.
  public var run: Topic?

  /// Makes a mark.
  public init(
    _ glyph: String = "•",
    message: String = "",
    label: String = "",
    isProblem: Bool = false,
    from origins: [Topic] = [],
    traces: [Trace] = [],
    reasonForNothing: String? = nil,
    tally: (title: String, entry: String)? = nil,
    run: Topic? = nil
  ) {
    self.glyph = glyph
    self.message = message
    self.label = label
    self.isProblem = isProblem
    self.origins = origins
    self.traces = traces
    self.reasonForNothing = reasonForNothing
    self.tally = tally
    self.run = run
  }
}

/// A mark of which the texts show what they hold.
func printable(_ mark: TimelineMark) -> TimelineMark {
  var shown = mark
  shown.message = printable(mark.message)
  shown.label = printable(mark.label)
  shown.reasonForNothing = mark.reasonForNothing.map(printable)
  return shown
}

extension FeatureEvent {
  /// How it stands on the timeline, also if it does not say so.
  var timelineMark: TimelineMark {
    var mark = (self as? any TimelineEvent)?.mark ?? TimelineMark()
    mark.message = message
    return mark
  }
}

/// Something that marks on a timeline are about, so that later ones can say what they came of.
///
/// Features have topics in common if these are named alike: begin with the feature's own name.
///
/// ```swift
/// extension Topic {
///   static func asked(for order: String) -> Topic { "orders asked \(order)" }
/// }
/// ```
public struct Topic: Hashable, Sendable, ExpressibleByStringInterpolation {
  private let name: String

  /// Makes a topic; those of one name are the same.
  public init(stringLiteral name: String) {
    self.name = name
  }
}

/// What a mark means for marks that follow.
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
