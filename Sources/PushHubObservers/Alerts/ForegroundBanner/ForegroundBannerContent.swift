public import Foundation
public import PushHub

/// What a banner says.
///
/// The texts are what the push says, however long: a presenter shortens what it shows.
public struct ForegroundBannerContent: Hashable, Sendable {
  /// The title.
  public var title: String?

  /// The line below the title.
  public var subtitle: String?

  /// The text.
  public var body: String?

  /// The conversation that the push belongs to, see `thread-id`.
  public var thread: String?

  /// Makes a content.
  public init(
    title: String? = nil,
    subtitle: String? = nil,
    body: String? = nil,
    thread: String? = nil
  ) {
    self.title = title
    self.subtitle = subtitle
    self.body = body
    self.thread = thread
  }

  /// All texts that are there, one after the other, for VoiceOver.
  public var spoken: String {
    [title, subtitle, body].compactMap { $0 }.joined(separator: ", ")
  }
}

extension ForegroundBannerContent {
  /// Reads what a push says; `nil` if nothing of it would be seen.
  ///
  /// - Parameters:
  ///   - push: Which.
  ///   - localize: Looks up what the app keeps in its own strings.
  @MainActor
  init?(_ push: Push, localize: @MainActor (APS.Localization) -> String?) {
    let aps = push.aps
    title = Self.visible(aps.title ?? aps.titleLocalization.flatMap { localize($0) })
    subtitle = Self.visible(aps.subtitle ?? aps.subtitleLocalization.flatMap { localize($0) })
    body = Self.visible(aps.body ?? aps.bodyLocalization.flatMap { localize($0) })
    thread = aps.threadID
    if title == nil, subtitle == nil, body == nil { return nil }
  }

  private static func visible(_ text: String?) -> String? {
    guard let text else { return nil }
    let visible = text.trimmingCharacters(in: .whitespacesAndNewlines)
    return visible.isEmpty ? nil : visible
  }
}

extension APS.Localization {
  /// The text in a bundle's strings, with what is to be filled in; `nil` if it is not there.
  ///
  /// Of the placeholders, `%@` stands for the next argument and `%2$@` for the second; `%%` is a percent
  /// sign. Everything else stays as it is, since the arguments are texts that a server chose.
  public func text(in bundle: Bundle = .main, table: String? = nil) -> String? {
    let missing = "\u{0}"
    let format = bundle.localizedString(forKey: key, value: missing, table: table)
    return format == missing ? nil : filled(format)
  }

  func filled(_ format: String) -> String {
    var text = ""
    var next = 0
    var rest = format[...]
    while let percent = rest.firstIndex(of: "%") {
      text += rest[..<percent]
      let number = rest[rest.index(after: percent)...].prefix(while: Self.isDigit)
      let tail = rest[number.endIndex...]
      if number.isEmpty, tail.hasPrefix("%") {
        text += "%"
        rest = tail.dropFirst()
      } else if number.isEmpty, tail.hasPrefix("@") {
        text += argument(next)
        next += 1
        rest = tail.dropFirst()
      } else if let place = Int(number), place > 0, tail.hasPrefix("$@") {
        text += argument(place - 1)
        rest = tail.dropFirst(2)
      } else {
        text += "%"
        rest = rest[percent...].dropFirst()
      }
    }
    return text + rest
  }

  private func argument(_ place: Int) -> String {
    arguments.indices.contains(place) ? arguments[place] : ""
  }

  private static func isDigit(_ character: Character) -> Bool {
    ("0"..."9").contains(character)
  }
}
