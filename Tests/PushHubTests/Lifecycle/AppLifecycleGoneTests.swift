import PushHub
import Testing

@testable import TestSupport

/// What goes without a word: views, and observers.
@MainActor
struct AppLifecycleGoneTests {
  let lifecycle = AppLifecycle()
  let probe = LifecycleProbe()
  let log = CallLog()

  final class Screen {}

  init() {
    lifecycle.add(probe)
    lifecycle.log = { [log] in log.note("\($0)") }
  }

  @Test func `a page whose view was deallocated disappears with the next call`() {
    var screen: Screen? = Screen()
    lifecycle.setPhase(.active)
    lifecycle.pageAppeared("a\nb", instance: screen)
    screen = nil
    lifecycle.setPhase(.inactive)
    #expect(
      probe.events.suffix(2) == [.pageDisappeared("a\nb"), .phaseChanged(.inactive)]
    )
    #expect(
      log.take() == [
        #"the page a\u{a}b was removed because its view was deallocated; report when it disappears"#
      ]
    )
  }

  @Test func `an overlay whose view is gone without a word is gone`() {
    var sheet: Screen? = Screen()
    lifecycle.overlayAdded(instance: sheet)
    lifecycle.overlayAdded(instance: sheet)
    #expect(lifecycle.state.overlayCount == 1)
    sheet = nil
    lifecycle.removeReleasedViews()
    #expect(probe.events == [.overlayAdded, .overlayRemoved])
    lifecycle.removeReleasedViews()
    #expect(
      log.take() == [
        "an overlay was removed because its view was deallocated; report when it disappears"
      ]
    )
  }

  @Test func `a page stays as long as another instance of it lives`() {
    let first = Screen()
    var second: Screen? = Screen()
    lifecycle.pageAppeared("home", instance: first)
    lifecycle.pageAppeared("home", instance: second)
    second = nil
    lifecycle.removeReleasedViews()
    #expect(lifecycle.state.visiblePages == ["home"])
    lifecycle.pageDisappeared("home", instance: first)
    #expect(lifecycle.state.visiblePages.isEmpty)
  }

  @Test func `a new view at the address of one that is gone is another`() {
    for _ in 1...100 {
      var screen: Screen? = Screen()
      lifecycle.pageAppeared("home", instance: screen)
      screen = nil
      let next = Screen()
      lifecycle.pageDisappeared("home", instance: next)
      #expect(lifecycle.state.visiblePages.isEmpty)
    }
    #expect(probe.events.count == 200)
  }

  @Test func `a view that moves to another window is no longer in the first`() {
    let screen = Screen()
    lifecycle.setScenes(["left": .active, "right": .background])
    lifecycle.pageAppeared("home", scene: "left", instance: screen)
    lifecycle.pageAppeared("home", scene: "right", instance: screen)
    #expect(lifecycle.state.visiblePages(in: "left").isEmpty)
    #expect(!lifecycle.state.isFocused("home"))
    lifecycle.pageDisappeared("home", instance: screen)
    #expect(lifecycle.state.visiblePages(in: "right").isEmpty)
  }

  @Test func `a late observer does not begin with a page whose view is gone`() {
    var screen: Screen? = Screen()
    lifecycle.pageAppeared("home", instance: screen)
    screen = nil
    let late = LifecycleProbe()
    lifecycle.add(late)
    #expect(late.calls == [.began(LifecycleState())])
  }

  @Test func `deallocated observers are logged, whether or not they were called`() {
    var forgotten: LifecycleProbe? = LifecycleProbe()
    if let forgotten { lifecycle.add(forgotten) }
    forgotten = nil
    lifecycle.setPhase(.active)
    var known: LifecycleProbe? = LifecycleProbe()
    if let known { lifecycle.add(known) }
    lifecycle.setPhase(.inactive)
    known = nil
    lifecycle.setPhase(.background)
    lifecycle.setPhase(.active)
    let lines = log.take()
    #expect(lines.count == 2)
    #expect(
      lines.first?.hasPrefix("LifecycleProbe: it was deallocated before its first event") == true
    )
    #expect(lines.first?.contains("keep a reference") == true)
    #expect(lines.last == "LifecycleProbe: it was deallocated without being removed")
  }

  @Test func `an overlay without an instance is removed while one with an instance is deallocated`()
  {
    var (first, second): (Screen?, Screen?) = (Screen(), Screen())
    lifecycle.overlayAdded(instance: second)
    lifecycle.overlayAdded(instance: first)
    lifecycle.overlayAdded()
    probe.onReceive = { event in
      if event == .overlayRemoved { second = nil }
    }
    first = nil
    lifecycle.overlayRemoved()
    lifecycle.removeReleasedViews()
    #expect(second == nil)
    #expect(lifecycle.state.overlayCount == 0)
  }
}
