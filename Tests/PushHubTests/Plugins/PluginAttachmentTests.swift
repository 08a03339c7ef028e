import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

/// In which order plugins are called, and when their calls begin and end.
struct PluginAttachmentTests: AppFixture {
  private struct Doorbell: FeatureRecord {
    static let key = "doorbell"
    var count = 1
  }

  /// A plugin in every role, which logs its calls.
  private final class Feature: PushPlugin, PushObserver, LifecycleObserver, FeatureRecordObserver {
    let name: String
    let priority: ObserverPriority
    let wantsReplay: Bool
    var onAttach: () -> Void = {}
    var onBegin: () -> Void = {}
    var onDetach: () -> Void = {}
    private let log: CallLog

    init(
      _ name: String,
      _ log: CallLog,
      priority: ObserverPriority = .default,
      wantsReplay: Bool = false
    ) {
      self.name = name
      self.log = log
      self.priority = priority
      self.wantsReplay = wantsReplay
    }

    func attach(to context: PluginContext) {
      log.note("\(name) attach")
      onAttach()
    }

    func detach() {
      log.note("\(name) detach")
      onDetach()
    }

    func receive(_ event: LifecycleEvent?, state: LifecycleState) {
      log.note("\(name) \(event == nil ? "begin" : "lifecycle")")
      if event == nil { onBegin() }
    }

    func receive(_ event: PushEvent) {
      log.note("\(name) push \(event.push?.id ?? "")")
    }

    func receive(_ record: any FeatureRecord, of feature: String?, at date: Date?) {
      log.note("\(name) record")
    }
  }

  let app = SimulatedApp()
  private let log = CallLog()

  /// Sends one event of each kind.
  private func sendAll(_ id: String) {
    lifecycle.screenshotTaken()
    receive(id)
    host.context.record(Doorbell())
  }

  private func remove(_ name: String) {
    #expect(throws: Never.self) { try host.remove(named: name) }
  }

  @Test func `a plugin of a higher priority is called first in every role`() throws {
    try host.install(Feature("second", log), named: "second")
    try host.install(Feature("first", log, priority: .high), named: "first")
    _ = log.take()
    sendAll("m1")
    #expect(
      log.take() == [
        "first lifecycle", "second lifecycle", "first push m1", "second push m1", "first record",
        "second record",
      ]
    )
  }

  @Test func `only a plugin that wants replay receives events that others have received`() throws {
    try host.install(Feature("early", log), named: "early")
    sendAll("m1")
    _ = log.take()
    try host.install(Feature("plain", log), named: "plain")
    try host.install(Feature("replaying", log, wantsReplay: true), named: "replaying")
    #expect(
      log.take() == [
        "plain attach", "plain begin", "replaying attach", "replaying begin", "replaying push m1",
      ]
    )
  }

  @Test func `a plugin that removes itself in attach is not called with the lifecycle`() throws {
    let feature = Feature("a", log)
    feature.onAttach = { remove("a") }
    try host.install(feature, named: "a")
    #expect(log.take() == ["a attach", "a detach"])
  }

  @Test func `a plugin that removes itself in begin receives nothing more`() throws {
    receive("m1")
    let feature = Feature("a", log)
    feature.onBegin = { remove("a") }
    try host.install(feature, named: "a")
    sendAll("m2")
    #expect(log.take() == ["a attach", "a begin", "a detach"])
    let next = PushRecorder()
    manager.add(next)
    #expect(next.lines == ["received m1", "received m2"])
  }

  @Test func `a reattached plugin begins anew and receives each event once`() {
    let feature = Feature("a", log)
    host.context.attach(feature)
    host.context.attach(feature)
    #expect(log.take() == ["a attach", "a begin", "a attach", "a begin"])
    sendAll("m1")
    #expect(log.take() == ["a lifecycle", "a push m1", "a record"])
  }

  @Test func `a plugin receives nothing in detach, nor after it`() throws {
    let feature = Feature("a", log)
    feature.onDetach = { #expect(throws: Never.self) { sendAll("m1") } }
    try host.install(feature, named: "a")
    try host.remove(named: "a")
    sendAll("m2")
    #expect(log.take() == ["a attach", "a begin", "a detach"])
  }

  private final class Clock: LoggingPlugin {
    enum Event: FeatureEvent {
      case struck

      var message: String { "It struck." }
    }

    struct Configuration: RecordedConfiguration, Equatable {
      static let feature = "clock"
      var hours = 12
    }

    var log: ((Event) -> Void)?
    let recordedConfiguration: (any RecordedConfiguration)? = Configuration(hours: 24)
    let payloadKeys: Set = ["hour"]

    func attach(to context: PluginContext) {}

    func detach() {}
  }

  @Test func `a recorder finds how the attached plugins are configured, and what they read`() throws
  {
    try host.install(Clock(), named: "clock")
    let records = host.context.records
    let configuration = records.configurations["clock"] as? Clock.Configuration
    #expect(configuration == Clock.Configuration(hours: 24))
    #expect(records.configurations.count == 1)
    #expect(records.payloadKeys == ["hour"])
  }
}
