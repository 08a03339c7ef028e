import Foundation
import PushHub
import PushHubObservers
import PushHubReplay

extension LiveApp {
  /// The lines, which fill a terminal; one that is too long is cut there.
  ///
  /// From the top: the head, the tabs, the page, the log and the keys.
  func lines(width: Int, height: Int) -> [String] {
    let keys = Self.keys.map { "\($0.key) \($0.label) " }
    let bottom = wrapped(keys, to: width).prefix(max(1, height / 6)).map { $0.styled(.quiet) }
    let rule = String(repeating: "─", count: width).styled(.quiet)
    let room = max(0, height - 4 - bottom.count)
    let page = (overlays + content).flatMap { text, style in
      wrapped(words(of: text), to: width).map { $0.styled(style) }
    }
    let badges = badges
    let log = log.suffix(room).flatMap { rows(of: $0, width: width) }
    let top =
      [head(with: badges), tabBar(with: badges), rule] + filled(page, to: room / 2) + [rule]
      + log.suffix(room - room / 2)
    return filled(top, to: height - bottom.count) + bottom
  }

  private func head(with badges: BadgeTree) -> String {
    let texts = [
      state.account?.rawValue ?? "signed out", state.phase.rawValue, isQuiet ? "quiet" : nil,
      "icon \(badges.badge(at: .root).tabText ?? "empty")",
    ]
    return " PushHub live ".styled(.strong) + texts.compactMap(\.self).joined(separator: " - ")
  }

  /// The selected tab is in brackets, for terminals without colors.
  private func tabBar(with badges: BadgeTree) -> String {
    zip(1..., Self.tabs).map { number, tab in
      let badge = badges.badge(at: BadgePath(tab.rawValue)).tabText
      let text = "\(number) \(tab.rawValue.capitalized)\(badge.map { " \($0)" } ?? "")"
      return tab == page && isForeground ? "[\(text)]".styled(.selected) : " \(text) "
    }
    .joined()
  }

  /// The banner and the preview, which are above the page.
  private var overlays: [(text: String, style: Style)] {
    [
      banner.map { ("▸ \($0.text)", .selected) },
      isPreviewShown ? ("│ Screenshot of the page", .selected) : nil,
    ]
    .compactMap(\.self)
  }

  private var content: [(text: String, style: Style)] {
    if !isForeground { return [("The app is in the background.", .plain)] }
    if state.overlayCount > 0 { return [("A menu covers the page.", .plain)] }
    switch page {
    case "home":
      return countdowns.map { countdown in
        (countdown.id.padded(to: 28) + countdown.text, .plain)
      }
    case "notifications" where state.account == nil:
      return [("No account is signed in.", .plain)]
    case "notifications":
      return notifications.reversed().map { notification in
        notification.isOpened
          ? ("○ \(notification.text)", .quiet) : ("● \(notification.text)", .strong)
      }
    default:
      return [
        ("On notifications", .strong),
        ("A dot means that there are new notifications, a number is their count.", .plain),
      ]
    }
  }

  private func rows(of line: Line, width: Int) -> [String] {
    let time = String(LogText(clock: line.time).description.dropLast(4))
    let margin = "".padded(to: time.count + 12)
    let texts = wrapped(words(of: line.text), to: width - margin.count)
    let source = line.source.padded(to: 10).styled(line.style)
    return ["\(time.styled(.quiet))  \(source)\(texts[0])"]
      + texts.dropFirst().map { margin + $0 }
  }
}

extension LiveApp.Notification {
  /// The title and the body.
  fileprivate var text: String {
    let aps = payload.aps
    return String(
      [aps.titleText, aps.bodyText].compactMap(\.self).joined(separator: "  ").prefix(200)
    )
  }
}

/// The parameter of the escape sequence that sets a style.
struct Style {
  let parameter: Int

  static let plain = Self(parameter: 0)
  static let strong = Self(parameter: 1)
  static let quiet = Self(parameter: 2)
  static let selected = Self(parameter: 7)
}

extension String {
  func styled(_ style: Style) -> String { styled(style.parameter) }

  /// The text without styles.
  var unstyled: String { replacing(/\u{1B}\[\d+m/, with: "") }
}

/// The words of a text that can't command the terminal.
private func words(of text: String) -> [String] {
  printable(text).components(separatedBy: " ")
}

/// The words in lines up to a width, each with a space before it.
private func wrapped(_ words: [String], to width: Int) -> [String] {
  words.reduce(into: [""]) { lines, word in
    let line = lines.removeLast()
    let fits = line.isEmpty || line.count + 1 + word.count <= width
    lines += fits ? ["\(line) \(word)"] : [line, " \(word)"]
  }
}

/// The first lines, or all and blank ones after them.
private func filled(_ lines: [String], to count: Int) -> [String] {
  lines.prefix(max(0, count)) + Array(repeating: "", count: max(0, count - lines.count))
}
