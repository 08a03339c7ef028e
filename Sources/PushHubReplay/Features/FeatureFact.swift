import Foundation
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

  /// What is true, for people, as a clause without an end.
  ///
  /// - Parameters:
  ///   - now: The instant at which it is told.
  ///   - since: Words that say since when, with a space before them; they may be left out.
  func words(at now: Duration, since: String) -> String

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

  func equals(_ other: any FeatureFact) -> Bool { other as? Self == self }
}

// MARK: - Times in words

extension Duration {
  /// So much time in words: `0.4 s`, `2 min 5 s`, `3 h 20 min`.
  public var words: String {
    let seconds = components.seconds
    switch seconds {
    case ..<60:
      let milliseconds = Int64((self / .milliseconds(1)).rounded())
      return "\(Duration.milliseconds(milliseconds).secondsText) s"
    case ..<3_600: return "\(seconds / 60) min" + (seconds % 60 == 0 ? "" : " \(seconds % 60) s")
    default:
      let minutes = seconds / 60 % 60
      return "\(seconds / 3_600) h" + (minutes == 0 ? "" : " \(minutes) min")
    }
  }

  /// A time of a play that is past: `3 s ago at 0:01:15.000`.
  public func ago(at now: Duration) -> String {
    now == self ? "just now" : "\((now - self).words) ago at \(clockText)"
  }

  /// A time of a play that is to come: `in 3 s at 0:01:15.000`.
  public func ahead(at now: Duration) -> String {
    "in \((self - now).words) at \(clockText)"
  }

  /// Hours, minutes, seconds and the nearest millisecond: `1:02:03.250`.
  public var clockText: String {
    let (whole, attoseconds) = components
    let rest = (attoseconds + 500_000_000_000_000) / 1_000_000_000_000_000
    let seconds = whole + rest / 1_000
    return String(
      format: "%lld:%02lld:%02lld.%03lld",
      seconds / 3_600,
      seconds / 60 % 60,
      seconds % 60,
      rest % 1_000
    )
  }
}
