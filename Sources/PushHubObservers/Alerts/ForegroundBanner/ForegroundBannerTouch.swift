public import PushHub

/// What the user does with a banner of the app's.
///
/// The first two end the banner. The others stop its time and let it run again.
public enum ForegroundBannerTouch: String, Hashable, Sendable, CaseIterable, Codable {
  /// It was tapped, or activated with VoiceOver.
  case tapped

  /// It was swiped away, or closed with VoiceOver's escape gesture.
  case swiped

  /// A finger or VoiceOver's focus came to rest on it, whatever becomes of that.
  case held

  /// The finger or the focus left it.
  case released
}

/// What happens around a banner of the app's: on the screen, or under the user's finger.
///
///     {"t":2,"banner":"shown"}
///     {"t":3,"banner":"tapped"}
public enum ForegroundBannerMoment: FeatureRecord {
  /// The key in a transcript.
  public static let key = "banner"

  /// The screen shows it.
  case shown

  /// The user did something with it.
  case touched(ForegroundBannerTouch)

  /// Reads one of the words.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let isShown = try container.decode(String.self) == "shown"
    self = isShown ? .shown : .touched(try container.decode(ForegroundBannerTouch.self))
  }

  /// Writes the word.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .shown: try container.encode("shown")
    case .touched(let touch): try container.encode(touch)
    }
  }
}
