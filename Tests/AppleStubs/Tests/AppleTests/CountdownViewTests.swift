import Foundation
import PushHubObservers
import PushHubTesting
import SwiftUI
import Testing

/// Countdowns in SwiftUI views.
struct CountdownViewTests: TimeFixture {
  let scheduler = ManualScheduler()
  private let handler: CountdownHandler
  private let english: EnvironmentValues

  init() {
    handler = CountdownHandler(scheduler: scheduler)
    english = Self.environment("en_US")
    add("a", 125)
    add("b", 60)
  }

  private func add(_ id: String, _ seconds: Int) {
    handler.add(CountdownItem(id: id, total: .seconds(seconds)))
  }

  private static func environment(_ locale: String) -> EnvironmentValues {
    var values = EnvironmentValues()
    values.locale = Locale(identifier: locale)
    return values
  }

  private func host(_ text: CountdownText) -> StubHost<CountdownText> {
    StubHost(text, environment: english)
  }

  @Test
  func `a text shows what is left, drawn once a tick`() {
    let host = host(CountdownText("a", in: handler))
    #expect(host.texts == ["2:05"])
    let drawings = host.drawings
    for left in ["2:04", "2:03", "2:02"] {
      pass(1)
      #expect(host.texts == [left])
    }
    #expect(host.drawings == drawings + 3)
    pass(200)
    #expect(host.texts == ["0:00"])
    #expect(scheduler.pendingCount == 0)
  }

  @Test
  func `a text has digits of one width, and VoiceOver reads units and asks for them`() {
    let host = host(CountdownText("a", in: handler))
    let element = host.elements.first
    #expect(host.elements.count == 1)
    #expect(element?.hasMonospacedDigits == true)
    #expect(element?.label == "2 minutes, 5 seconds")
    #expect(element?.value == "")
    #expect(element?.traits == .updatesFrequently)
    pass(125)
    #expect(host.elements.first?.label == "0 seconds")
    #expect(host.elements.first?.traits == [])
  }

  @Test
  func `a text is written for the locale of its environment`() {
    let text = CountdownText("a", in: handler)
    let host = StubHost(text, environment: Self.environment("fi_FI"))
    #expect(host.texts == ["2.05"])
    #expect(host.elements.first?.label == "2 minuuttia ja 5 sekuntia")
  }

  @Test
  func `a text waits for its model`() {
    let host = host(CountdownText("c", in: handler, placeholder: "soon"))
    #expect(host.texts == ["soon"])
    add("c", 5)
    #expect(host.texts == ["0:05"])
  }

  @Test
  func `a view that is given another id shows that from its first drawing on`() {
    var shown: [CountdownState?] = []
    func view(_ id: String) -> CountdownView<Text> {
      CountdownView(id, in: handler) { state in
        shown.append(state)
        return Text("")
      }
    }
    let host = StubHost(view("a"))
    shown = []
    pass(1)
    host.content = view("b")
    host.update()
    #expect(!shown.isEmpty)
    #expect(shown.allSatisfy { $0?.id == "b" && $0?.remaining == .seconds(59) })
    shown = []
    pass(1)
    host.update()
    #expect(shown.map { $0?.remaining } == [.seconds(58)])
    #expect(updatesOfTick() == 1)
  }

  @Test
  func `a view that is given another handler follows that`() {
    let other = CountdownHandler(scheduler: scheduler)
    other.add(CountdownItem(id: "a", total: .seconds(9)))
    let host = host(CountdownText("a", in: handler))
    host.content = CountdownText("a", in: other)
    #expect(host.texts == ["0:09"])
    pass(1)
    #expect(host.texts == ["0:08"])
    #expect(updatesOfTick() == 0)
  }

  @Test
  func `a view that disappears is released, and shows the remaining time when it comes back`() {
    let host = host(CountdownText("a", in: handler))
    host.disappear()
    pass(1)
    pass(9)
    #expect(scheduler.pendingCount == 1)
    host.appear()
    #expect(host.texts == ["1:55"])
    pass(1)
    #expect(host.texts == ["1:54"])
  }

  @Test
  func `rows come and go with their models, and one wake-up draws all`() {
    let ids = (0..<30).map { "row-\($0)" }
    handler.add(
      contentsOf: ids.enumerated().map { CountdownItem(id: $1, total: .seconds(10 + $0)) }
    )
    func list(_ rows: Range<Int>) -> List<String, CountdownText> {
      List(Array(ids[rows]), id: \.self) { CountdownText($0, in: handler) }
    }
    let host = StubHost(list(0..<5), environment: english)
    #expect(host.texts == ["0:10", "0:11", "0:12", "0:13", "0:14"])
    for first in 1...25 {
      host.content = list(first..<first + 5)
      #expect(host.texts == (first..<first + 5).map { "0:\($0 + 10)" })
    }
    #expect(updatesOfTick() == 5)
    host.content = list(0..<0)
    #expect(host.texts == [])
    #expect(updatesOfTick() == 0)
  }

  @Test
  func `content of one's own gets the state, and its end`() {
    let view = CountdownView("a", in: handler) { state in
      Text(state.map { $0.isExpired ? "Over" : "\($0.secondsLeft)" } ?? "–")
    }
    let host = StubHost(view)
    #expect(host.texts == ["125"])
    pass(125)
    #expect(host.texts == ["Over"])
  }

  @Test
  func `a view that is released keeps nothing in the handler`() {
    var host: StubHost<CountdownText>? = host(CountdownText("a", in: handler))
    #expect(host?.texts == ["2:05"])
    host = nil
    #expect(updatesOfTick() == 0)
    pass(50)
  }

  /// How many views a tick updates.
  private func updatesOfTick() -> Int {
    var updates = 0
    handler.log = { entry in
      if case .tick = entry { updates += 1 }
    }
    pass(1)
    handler.log = nil
    return updates
  }
}
