import Foundation
import PushHub

extension PlayedLine {
  /// A row for people: when since the start, who, and what in words.
  func row(coloured: Bool) -> String {
    let who = speaker.rawValue.padding(toLength: 10, withPad: " ", startingAt: 0)
    let name = coloured ? "\u{1B}[\(speaker.colour)m\(who)\u{1B}[0m" : who
    let clock = time.clockText
    let margin = String(repeating: " ", count: max(0, 13 - clock.count))
    return "\(margin)\(clock)  \(name)  \(printable(sentence))"
  }

  /// What happened, for people; texts of the transcript stand in it as they are.
  var sentence: String {
    switch event {
    case "received": "push \(text("id")) received"
    case "duplicate": "push \(text("id")) shown again, nothing new"
    case "opened": "push \(text("id")) \(answer)"
    case "issue": "push \(text("id")): \(text("issue"))"
    case "token": "device token \(text("token"))…"
    case "tokenError": "no device token: \(text("error"))"
    case "sync": "asks the server: \(syncReason)"
    case "count": "\(text("count")) unread"
    case "failed": "no answer: \(text("error").clause); \(retry)"
    case "tick": "\(text("id")): \(time("remaining")) left"
    case "expired": "\(text("id")) is over"
    case "dot": text("shown") == "true" ? "dot on \(text("node"))" : "no dot on \(text("node"))"
    case "preview": "preview shown"
    case "ignored": "screenshot without a preview: \(refusal)"
    case "edit": "editor opened"
    case "hidden": "preview gone: \(outcome)"
    default: event
    }
  }

  /// A detail as text; empty if there is none.
  func text(_ key: String) -> String {
    guard let value = details.first(where: { $0.key == key })?.value else { return "" }
    return value.stringValue ?? value.jsonText
  }

  /// A detail that is a time, in words; empty if there is none.
  func time(_ key: String) -> String {
    let value = details.first { $0.key == key }?.value
    return value?.numberValue.flatMap(Duration.init(seconds:))?.words ?? ""
  }

  private var answer: String {
    let action =
      switch text("action") {
      case "default": "opened"
      case "dismiss": "dismissed"
      case let name: "answered with \(name)"
      }
    return text("reply").isEmpty ? action : "\(action): \(text("reply"))"
  }

  private var retry: String {
    text("retryIn").isEmpty ? "not tried again by itself" : "tried again in \(time("retryIn"))"
  }

  /// Why the server is asked.
  var syncReason: String {
    switch text("reason") {
    case "push": "a push came"
    case "interval": "the count is a minute old"
    case "firstAppearance": "the page appears for the first time"
    case "return": "the user is back after more than a minute"
    case "account": "somebody else is signed in"
    case "retry": "the last try failed"
    case let other: other
    }
  }

  /// Why a screenshot gets no preview.
  var refusal: String {
    switch text("reason") {
    case "background": "the app is in the background"
    case "inactive": "the app is not active"
    case "page": "another page is visible"
    case "overlay": "something covers the page"
    case "busy": "one is up already"
    case let other: other
    }
  }

  /// Why a preview is gone.
  var outcome: String {
    switch text("outcome") {
    case "edit": "it was touched"
    case "cancel": "the user touched beside it"
    case "timeout": "nobody touched it"
    case "resigned": "the user left the app"
    case "disappeared": "the user left the page"
    case let other: other
    }
  }
}

extension PlayedLine.Speaker {
  /// The number of the terminal's colour.
  var colour: Int {
    switch self {
    case .hub: 34
    case .unread: 32
    case .countdown: 33
    case .badge: 35
    case .screenshot: 36
    }
  }
}

extension String {
  /// A sentence as a part of one that goes on: without its full stop.
  fileprivate var clause: String { hasSuffix(".") && !hasSuffix("..") ? String(dropLast()) : self }
}

extension Duration {
  /// Hours, minutes, seconds and the nearest millisecond: `1:02:03.250`.
  var clockText: String {
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
