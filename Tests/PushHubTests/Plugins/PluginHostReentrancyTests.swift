import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

struct PluginHostReentrancyTests: AppFixture {
  let log = CallLog()
  let app = SimulatedApp()

  @Test func `a plugin can install another as it is attached`() throws {
    let inner = PluginProbe("inner", log)
    let outer = PluginProbe("outer", log)
    outer.onAttach = { [unowned host] in
      #expect(throws: Never.self) { try host.install(inner, named: "inner") }
    }
    try host.install(outer, named: "outer")
    #expect(host.names == ["outer", "inner"])
    host.removeAll()
    #expect(log.take() == ["attach outer", "attach inner", "detach inner", "detach outer"])
  }

  @Test func `a plugin can remove itself as it is attached`() throws {
    var plugin: PluginProbe? = PluginProbe("a", log)
    let box = WeakBox(plugin)
    plugin?.onAttach = { [unowned host] in
      #expect(throws: Never.self) { try host.remove(named: "a") }
    }
    try host.install(try #require(plugin), named: "a")
    plugin = nil
    #expect(host.names.isEmpty)
    #expect(log.take() == ["attach a", "detach a"])
    #expect(!box.isAlive)
  }

  @Test func `a plugin can install its successor under its own name as it is detached`() throws {
    let successor = PluginProbe("successor", log)
    let plugin = PluginProbe("a", log)
    plugin.onDetach = { [unowned host] in
      #expect(throws: Never.self) { try host.install(successor, named: "a") }
    }
    try host.install(plugin, named: "a")
    try host.remove(named: "a")
    #expect(host["a"] === successor)
    #expect(log.take() == ["attach a", "detach a", "attach successor"])
  }

  @Test func `a plugin is detached once although it asks again as it is detached`() throws {
    let plugin = PluginProbe("a", log)
    plugin.onDetach = { [unowned host] in
      host.removeAll()
      #expect(throws: PluginError.unknownName("a")) { try host.remove(named: "a") }
    }
    try host.install(plugin, named: "a")
    host.removeAll()
    #expect(log.take() == ["attach a", "detach a"])
  }

  @Test func `what is installed while all are removed is removed too`() throws {
    let late = PluginProbe("late", log)
    let plugin = PluginProbe("a", log)
    plugin.onDetach = { [unowned host] in
      #expect(throws: Never.self) { try host.install(late, named: "late") }
    }
    try host.install(plugin, named: "a")
    host.removeAll()
    #expect(host.names.isEmpty)
    #expect(log.take() == ["attach a", "detach a", "attach late", "detach late"])
  }

  private final class OneShot: PushPlugin, PushObserver {
    weak var host: PluginHost?
    private(set) var heard = 0

    func attach(to context: PluginContext) {
      #expect(throws: Never.self) { try host?.remove(named: "once") }
    }

    func receive(_ event: PushEvent) {
      heard += 1
    }
  }

  @Test func `a plugin that removes itself as it is attached takes no mail`() throws {
    receive("m1")
    let plugin = OneShot()
    plugin.host = host
    try host.install(plugin, named: "once")
    #expect(plugin.heard == 0)
    let late = PushRecorder()
    manager.add(late)
    #expect(late.lines == ["received m1"])
  }
}
