import Foundation
import PushHub
import Testing

@testable import PushHubObservers

/// Every state with every event: what the table says, what the core does and what is documented.
struct ScreenshotPreviewTableTests {
  /// What may be true, besides the state, when an event comes.
  private struct Circumstances {
    let configuration: ScreenshotPreviewConfiguration
    let obstacle: ScreenshotRefusal?

    static let all = ScreenshotPreviewConfiguration.all.flatMap { configuration in
      [nil, .background, .inactive, .page, .overlay].map {
        Circumstances(configuration: configuration, obstacle: $0)
      }
    }

    /// A core in a state; `nil` where the circumstances don't let it get there.
    func driver(in state: ScreenshotPreviewState) -> ScreenshotPreviewDriver? {
      var driver = ScreenshotPreviewDriver(configuration)
      driver.go(to: state)
      switch obstacle {
      case .background: driver.hear(.phaseChanged(.background))
      case .inactive: driver.hear(.phaseChanged(.inactive))
      case .page: driver.hear(.pageDisappeared("reader"))
      case .overlay: driver.hear(.overlayAdded)
      case .busy, nil: break
      }
      _ = driver.takeEffects()
      return driver.state == state ? driver : nil
    }
  }

  @Test func `each row tells where every core goes, and what it does`() throws {
    for row in ScreenshotPreviewRow.all {
      var states: Set<ScreenshotPreviewState> = []
      var effects: Set<[String]> = []
      for var driver in Circumstances.all.compactMap({ $0.driver(in: row.state) }) {
        driver.undergo(row.event)
        states.insert(driver.state)
        effects.insert(driver.takeEffects().map(\.name))
      }
      #expect(states == Set(row.nextStates), "\(row.state), \(row.event)")
      #expect(effects == row.effects, "\(row.state), \(row.event)")
    }
  }

  @Test func `what is about another screenshot does nothing in any state`() {
    let other = ScreenshotID(rawValue: 0)
    let late: [ScreenshotPreviewCore.Event] =
      [
        .captured(other), .captureFailed(other, "late"), .presented(other),
        .presentationFailed(other, "late"), .dismissed(other),
      ] + ScreenshotTouch.allCases.map { .touched(other, $0) }
    for driver in Circumstances.all.flatMap({ circumstances in
      ScreenshotPreviewState.allCases.compactMap(circumstances.driver)
    }) {
      for event in late {
        var next = driver
        next.tell(event)
        #expect(next == driver, "\(driver.state), \(event)")
      }
    }
  }

  @Test func `a state has a deadline unless it is idle`() {
    for state in ScreenshotPreviewState.allCases {
      for driver in Circumstances.all.compactMap({ $0.driver(in: state) }) {
        let delay = driver.core.nextDeadline.map { $0 - driver.now }
        #expect(delay == (state == .idle ? nil : .seconds(10)))
      }
    }
  }

  @Test func `the refusal that is told beforehand is the one that a screenshot then meets`() {
    for state in ScreenshotPreviewState.allCases {
      for var driver in Circumstances.all.compactMap({ $0.driver(in: state) }) {
        let refusal = driver.core.refusal
        _ = driver.takeEffects()
        driver.undergo(.screenshot)
        let refused = driver.takeEffects().compactMap { effect -> ScreenshotRefusal? in
          if case .refuse(let reason) = effect { reason } else { nil }
        }
        #expect(refused == [refusal].compactMap { $0 }, "\(state)")
      }
    }
  }

  /// Run with `PUSHHUB_WRITE_DOCUMENTATION=1` to write the table anew.
  @Test func `the documentation has the table`() throws {
    let article = URL(filePath: #filePath)
      .deletingLastPathComponent()
      .appending(
        path: "../../../Sources/PushHubObservers/PushHubObservers.docc/screenshot-preview.md"
      )
    let text = try String(contentsOf: article, encoding: .utf8)
    let heading = "## Every state with every event\n\n"
    let start = try #require(text.range(of: heading)).upperBound
    let expected = text[..<start] + ScreenshotPreviewRow.markdown + "\n"
    if ProcessInfo.processInfo.environment["PUSHHUB_WRITE_DOCUMENTATION"] != nil {
      try expected.write(to: article, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: article, encoding: .utf8) == String(expected))
  }
}

extension ScreenshotPreviewDriver {
  /// Lets happen what a row is about.
  fileprivate mutating func undergo(_ event: ScreenshotPreviewRow.Event) {
    switch event {
    case .attached: attach()
    case .detached: tell(.detached)
    case .screenshot: hear(.screenshotTaken)
    case .activated: hear(.phaseChanged(.active))
    case .resigned: hear(.phaseChanged(.inactive))
    case .appeared: hear(.pageAppeared("reader"))
    case .disappeared: hear(.pageDisappeared("reader"))
    case .otherPage: hear(.pageAppeared("home"))
    case .overlayAdded: hear(.overlayAdded)
    case .overlayRemoved: hear(.overlayRemoved)
    case .accountChanged: hear(.accountChanged("bob"))
    case .captured: tell(.captured(latest))
    case .captureFailed: tell(.captureFailed(latest, "no window"))
    case .presented: tell(.presented(latest))
    case .presentationFailed: tell(.presentationFailed(latest, "no window"))
    case .dismissed: tell(.dismissed(latest))
    case .tap: tell(.touched(latest, .tap))
    case .outside: tell(.touched(latest, .outside))
    case .touchBegan: tell(.touched(latest, .began))
    case .touchEnded: tell(.touched(latest, .ended))
    case .deadline: reachDeadline()
    }
  }
}
