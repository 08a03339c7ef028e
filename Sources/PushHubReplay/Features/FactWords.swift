public import PushHub
import PushHubRecorder

/// Words about something that is true for a while, which can be told at any instant of that while.
///
/// They are a text with places in it that depend on when it is told. Those are words, too, and are put
/// into a text like any others:
///
/// ```swift
/// var words: FactWords {
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
/// times are counted from the start of the play. Texts, whole numbers and other words can be put in;
/// what else has a description must say which text it means.
public struct FactWords: Hashable, Sendable {
  /// What depends on when the words are told.
  fileprivate enum Place: Hashable, Sendable {
    case since
    case ago(Duration)
    case ahead(Duration)
    case left(until: Duration)
    case before(Duration, String)
  }

  private struct Hole: Hashable, Sendable {
    /// How many bytes of the text stand before it.
    let offset: Int
    let place: Place
  }

  private var text = ""
  private var holes: [Hole] = []

  private init(_ place: Place) {
    holes = [Hole(offset: 0, place: place)]
  }

  /// The texts that are not empty, and the places, in their order.
  private func parts<Part>(text makeText: (String) -> Part, place: (Place) -> Part) -> [Part] {
    var parts: [Part] = []
    var rest = Substring(text)
    for hole in holes {
      let end = text.utf8.index(text.startIndex, offsetBy: hole.offset)
      if rest.startIndex < end { parts.append(makeText(String(rest[..<end]))) }
      rest = rest[end...]
      parts.append(place(hole.place))
    }
    return rest.isEmpty ? parts : parts + [makeText(String(rest))]
  }
}

// MARK: - What depends on when it is told

extension FactWords {
  /// Since when it is true, with a space before it: ` since 0:00:30.000`.
  ///
  /// Who tells the words knows that; they must read well without it.
  public static let since = Self(.since)

  /// An instant that is past: `3 s ago at 0:01:15.000`, and `just now` at that instant.
  public static func ago(_ time: Duration) -> Self { Self(.ago(time)) }

  /// An instant that is to come: `in 3 s at 0:01:15.000`.
  public static func ahead(_ time: Duration) -> Self { Self(.ahead(time)) }

  /// How long it takes until an instant that is to come: `3 s`.
  public static func left(until time: Duration) -> Self { Self(.left(until: time)) }

  /// A text that only stands there before an instant.
  public static func before(_ time: Duration, _ text: String) -> Self {
    Self(.before(time, text))
  }
}

// MARK: - Telling

extension FactWords {
  /// The words as they are told at an instant.
  ///
  /// - Parameters:
  ///   - now: The instant. Beyond one that was to come there is no time left, and before one that was
  ///     past it is just now.
  ///   - since: What is put in for ``since``, with a space before it, or nothing.
  public func text(at now: Duration, since: String) -> String {
    parts {
      $0
    } place: { place in
      switch place {
      case .since: since
      case .ago(let time) where now <= time: "just now"
      case .ago(let time): "\((now - time).words) ago at \(time.clockText)"
      case .ahead(let time): "in \(max(.zero, time - now).words) at \(time.clockText)"
      case .left(let end): max(.zero, end - now).words
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
      parts {
        .string(printable($0))
      } place: { place in
        switch place {
        case .since: ["since": true]
        case .ago(let time): ["ago": time.json]
        case .ahead(let time): ["ahead": time.json]
        case .left(let end): ["left": end.json]
        case .before(let time, let text):
          ["before": time.json, "text": .string(printable(text))]
        }
      }
    )
  }
}

// MARK: - Writing

extension FactWords: ExpressibleByStringInterpolation {
  /// Makes words that are the same whenever they are told.
  public init(stringLiteral text: String) {
    self.text = text
  }

  /// Makes words of a text and what was put into it.
  public init(stringInterpolation interpolation: StringInterpolation) {
    self = interpolation.words
  }

  /// Puts words together.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var words: FactWords = ""

    /// Begins with nothing.
    public init(literalCapacity: Int, interpolationCount: Int) {
      words.text.reserveCapacity(literalCapacity + interpolationCount * 8)
    }

    /// Adds what stands there.
    public mutating func appendLiteral(_ text: String) {
      words.text += text
    }

    /// Adds a text.
    public mutating func appendInterpolation(_ text: some StringProtocol) {
      words.text += text
    }

    /// Adds a whole number.
    public mutating func appendInterpolation(_ number: some BinaryInteger) {
      words.text += String(number)
    }

    /// Adds other words, such as ``FactWords/since`` and ``FactWords/ahead(_:)``.
    public mutating func appendInterpolation(_ other: FactWords) {
      for hole in other.holes {
        words.holes.append(Hole(offset: words.text.utf8.count + hole.offset, place: hole.place))
      }
      words.text += other.text
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
