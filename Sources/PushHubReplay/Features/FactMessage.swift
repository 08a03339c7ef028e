public import PushHub

/// Words about something that is true for a while, which can be told at any instant of that while.
///
/// They are a text with places in it that depend on when it is told. Those are words, too, and are put
/// into a text like any others:
///
/// ```swift
/// var words: FactMessage {
///   switch self {
///   case .onItsWay(let parcel, let arrival):
///     "\(parcel) on its way\(.since), and arrives \(.ahead(arrival))"
///   case .arrived(let parcel, let arrival):
///     "\(.before(arrival + .seconds(60), "new: "))\(parcel) arrived \(.ago(arrival))"
///   }
/// }
/// ```
///
/// Told at 0:01:00, that is `p1 on its way since 0:00:30.000, and arrives in 20 s at 0:01:20.000`. All
/// times are counted from the start of the play.
public struct FactMessage: Hashable, Sendable {
  private enum Part: Hashable, Sendable {
    case text(String)
    case since
    case ago(Duration)
    case ahead(Duration)
    case left(until: Duration)
    case before(Duration, String)
  }

  private var parts: [Part] = []
}

// MARK: - What depends on when it is told

extension FactMessage {
  /// Since when it is true, with a space before it: ` since 0:00:30.000`.
  ///
  /// Who tells the words knows that; they must read well without it.
  public static let since = Self(parts: [.since])

  /// An instant that is past: `3 s ago at 0:01:15.000`, and `just now` at that instant.
  public static func ago(_ time: Duration) -> Self { Self(parts: [.ago(time)]) }

  /// An instant that is to come: `in 3 s at 0:01:15.000`.
  public static func ahead(_ time: Duration) -> Self { Self(parts: [.ahead(time)]) }

  /// How long it takes until an instant that is to come: `3 s`.
  public static func left(until time: Duration) -> Self { Self(parts: [.left(until: time)]) }

  /// A text that only stands there before an instant.
  public static func before(_ time: Duration, _ text: String) -> Self {
    Self(parts: [.before(time, text)])
  }
}

// MARK: - Telling

extension FactMessage {
  /// The words as they are told at an instant.
  ///
  /// - Parameters:
  ///   - now: The instant. Beyond one that was to come there is no time left, and before one that was
  ///     past it is just now.
  ///   - since: What is put in for ``since``, with a space before it, or nothing.
  public func text(at now: Duration, since: String) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .since: since
      case .ago(let time) where now <= time: "just now"
      case .ago(let time): "\((now - time).text) ago at \(time.clockText)"
      case .ahead(let time): "in \(max(.zero, time - now).text) at \(time.clockText)"
      case .left(let end): max(.zero, end - now).text
      case .before(let time, let text): now < time ? text : ""
      }
    }
    .joined()
  }

  /// The words for a program that tells them at instants of its own: an array of its parts.
  ///
  /// A text is a string, without control characters. Each place that depends on when it is told is an
  /// object: `{"since":true}`, `{"ago":76.5}`, `{"ahead":80}`, `{"left":90}` or
  /// `{"before":60,"text":"new: "}`, with times in seconds since the start of the play.
  public var json: JSONValue {
    .array(
      parts.map { part in
        switch part {
        case .text(let text): .string(printable(text))
        case .since: ["since": true]
        case .ago(let time): ["ago": time.json]
        case .ahead(let time): ["ahead": time.json]
        case .left(let end): ["left": end.json]
        case .before(let time, let text): ["before": time.json, "text": .string(printable(text))]
        }
      }
    )
  }
}

// MARK: - Writing

extension FactMessage: ExpressibleByStringInterpolation, StringInterpolationProtocol {
  /// Makes words that are the same whenever they are told.
  public init(stringLiteral text: String) {
    appendLiteral(text)
  }

  /// Makes words of a text and what was put into it.
  public init(stringInterpolation message: FactMessage) {
    self = message
  }

  /// Begins with nothing.
  public init(literalCapacity: Int, interpolationCount: Int) {}

  /// Adds what stands there.
  public mutating func appendLiteral(_ text: String) {
    guard !text.isEmpty else { return }
    if case .text(let start) = parts.last {
      parts[parts.count - 1] = .text(start + text)
    } else {
      parts.append(.text(text))
    }
  }

  /// Adds a text or a whole number.
  public mutating func appendInterpolation(_ value: some LosslessStringConvertible) {
    appendLiteral(value.description)
  }

  /// Adds other words, such as ``FactMessage/since`` and ``FactMessage/ahead(_:)``.
  public mutating func appendInterpolation(_ other: FactMessage) {
    for part in other.parts {
      if case .text(let text) = part { appendLiteral(text) } else { parts.append(part) }
    }
  }
}

// MARK: - Times in words

extension Duration {
  /// Hours, minutes, seconds and the nearest millisecond: `1:02:03.250`.
  public var clockText: String {
    let (whole, attoseconds) = attoseconds.quotientAndRemainder(dividingBy: Self.second)
    let rest = (attoseconds + 500_000_000_000_000) / Self.millisecond
    let seconds = whole + rest / 1_000
    let minutes = (seconds / 60 % 60).text(ofWidth: 2)
    return "\(seconds / 3_600):\(minutes):\((seconds % 60).text(ofWidth: 2))"
      + ".\((rest % 1_000).text(ofWidth: 3))"
  }

  // In 128 bits, since a duration may have more seconds than 64 hold.
  private static let second: Int128 = 1_000_000_000_000_000_000
  private static let millisecond: Int128 = 1_000_000_000_000_000
}

extension Int128 {
  /// With zeros before it, after its sign, until it is so wide.
  fileprivate func text(ofWidth width: Int) -> String {
    let (sign, digits) = (self < 0 ? "-" : "", String(magnitude))
    let missing = Swift.max(0, width - sign.utf8.count - digits.utf8.count)
    return sign + String(repeating: "0", count: missing) + digits
  }
}
