import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

@MainActor
struct PluginHostTests {
  let log = CallLog()
  let push = StubPushSubject()
  let lifecycle = AppLifecycle()
  let scheduler = ManualScheduler()
  let host: PluginHost

  init() {
    host = PluginHost(
      context: PluginContext(push: push, lifecycle: lifecycle, scheduler: scheduler)
    )
  }

  private func install(_ names: String...) throws {
    for name in names {
      try host.install(PluginProbe(name, log), named: name)
    }
  }

  @Test func `plugins are attached in the order in which they are installed`() throws {
    try install("c", "a", "b")
    #expect(log.take() == ["attach c", "attach a", "attach b"])
    #expect(host.names == ["c", "a", "b"])
  }

  @Test func `a plugin is attached to the host's subjects`() throws {
    let plugin = PluginProbe("a", log)
    try host.install(plugin, named: "a")
    let context = try #require(plugin.context)
    #expect(context.push === push)
    #expect(context.lifecycle === lifecycle)
    #expect(context.scheduler === scheduler)
  }

  @Test func `all plugins are detached in reverse`() throws {
    try install("a", "b", "c")
    _ = log.take()
    host.removeAll()
    #expect(log.take() == ["detach c", "detach b", "detach a"])
    #expect(host.names.isEmpty)
  }

  @Test func `a second plugin of a name is refused, not attached and not kept`() throws {
    try install("a")
    var second: PluginProbe? = PluginProbe("second", log)
    let box = WeakBox(second)
    #expect(throws: PluginError.nameTaken("a")) {
      try host.install(try #require(second), named: "a")
    }
    second = nil
    #expect(log.take() == ["attach a"])
    #expect(host.names == ["a"])
    #expect((host["a"] as? PluginProbe)?.name == "a")
    #expect(!box.isAlive)
  }

  @Test func `one plugin under a second name is refused, and still receives under its first`()
    throws
  {
    let plugin = PluginProbe("a", log)
    try host.install(plugin, named: "a")
    #expect(throws: PluginError.installedAlready("b")) {
      try host.install(plugin, named: "b")
    }
    #expect(log.take() == ["attach a"])
    #expect(host.names == ["a"])
    try host.remove(named: "a")
    try host.install(plugin, named: "b")
    #expect(log.take() == ["detach a", "attach a"])
  }

  @Test func `an unknown name is refused and nothing is detached`() throws {
    try install("a")
    #expect(throws: PluginError.unknownName("b")) {
      try host.remove(named: "b")
    }
    #expect(log.take() == ["attach a"])
    #expect(host.names == ["a"])
  }

  @Test func `a removed plugin is detached, given back and forgotten`() throws {
    let plugin = PluginProbe("b", log)
    try install("a")
    try host.install(plugin, named: "b")
    try install("c")
    _ = log.take()
    #expect(try host.remove(named: "b") === plugin)
    #expect(log.take() == ["detach b"])
    #expect(host.names == ["a", "c"])
  }

  @Test func `a plugin is kept alive until it is removed`() throws {
    var plugin: PluginProbe? = PluginProbe("a", log)
    let box = WeakBox(plugin)
    try host.install(try #require(plugin), named: "a")
    plugin = nil
    #expect(box.isAlive)
    try host.remove(named: "a")
    #expect(!box.isAlive)
  }

  @Test func `plugins go with their host without being detached`() throws {
    var owner: PluginHost? = PluginHost(
      context: PluginContext(push: push, lifecycle: lifecycle, scheduler: scheduler)
    )
    var plugin: PluginProbe? = PluginProbe("a", log)
    let box = WeakBox(plugin)
    try owner?.install(try #require(plugin), named: "a")
    plugin = nil
    owner = nil
    #expect(!box.isAlive)
    #expect(log.take() == ["attach a"])
  }

  @Test func `an error says what is wrong and what to do`() {
    let taken = PluginError.nameTaken("taps").description
    let unknown = PluginError.unknownName("taps").description
    let again = PluginError.installedAlready("taps").description
    #expect(again.contains("\"taps\"") && again.contains("remove it first"))
    #expect(taken.contains("\"taps\"") && taken.contains("remove it first"))
    #expect(unknown.contains("\"taps\"") && unknown.contains("names"))
  }
}
