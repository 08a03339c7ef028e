import PushHub
import Testing

@testable import TestSupport

@MainActor
struct AppLifecycleInstanceTests {
  let lifecycle = AppLifecycle()
  let probe = LifecycleProbe()
  let first = Screen()
  let second = Screen()

  final class Screen {}

  init() {
    lifecycle.add(probe)
  }

  @Test func `a page is visible as long as one of its instances is`() {
    lifecycle.pageAppeared("profile", instance: first)
    lifecycle.pageAppeared("profile", instance: second)
    lifecycle.pageDisappeared("profile", instance: first)
    #expect(lifecycle.state.visiblePages == ["profile"])
    lifecycle.pageDisappeared("profile", instance: second)
    #expect(probe.events == [.pageAppeared("profile"), .pageDisappeared("profile")])
  }

  @Test func `an instance that never appeared takes no page away`() {
    lifecycle.pageAppeared("profile", instance: first)
    lifecycle.pageDisappeared("profile", instance: second)
    lifecycle.pageDisappeared("profile")
    #expect(probe.events == [.pageAppeared("profile")])
  }

  @Test func `no instance is an instance of its own`() {
    lifecycle.pageAppeared("profile")
    lifecycle.pageAppeared("profile", instance: first)
    lifecycle.pageDisappeared("profile")
    #expect(lifecycle.state.visiblePages == ["profile"])
    lifecycle.pageDisappeared("profile", instance: first)
    #expect(lifecycle.state.visiblePages.isEmpty)
  }

  @Test func `one instance may show two pages`() {
    lifecycle.pageAppeared("list", instance: first)
    lifecycle.pageAppeared("detail", instance: first)
    lifecycle.pageDisappeared("list", instance: first)
    #expect(lifecycle.state.visiblePages == ["detail"])
  }
}
