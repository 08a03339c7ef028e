import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

/// What can't be read now is not known, is tried again, and is never replaced.
@MainActor
struct RuntimeStoreTests {
  /// A store that fails as long as the test wants.
  @MainActor
  private final class LockedStore: Store {
    var value: Int?
    var loadFailure: (any Error)?
    var saveFailure: (any Error)?

    func load() throws -> Int? {
      if let loadFailure { throw loadFailure }
      return value
    }

    func save(_ value: Int) throws {
      if let saveFailure { throw saveFailure }
      self.value = value
    }
  }

  private let store = LockedStore()
  private let app: RuntimeApp
  private let locked = CocoaError(.fileReadNoPermission)

  init() {
    app = RuntimeApp(store: store)
    app.attach()
  }

  private var inputs: [String] { app.runtime.core.inputs.filter { $0 != "own" }.dropLast(0) }

  @Test func `what was saved is loaded, before any other input`() {
    store.value = 7
    app.reactions["go"] = { runtime in
      runtime.send(.load)
      runtime.send(.save(8))
    }
    app.runtime.send(.log(["go"]))
    #expect(inputs == ["lifecycle nobody", "loaded 7", "saved"])
    #expect(store.value == 8)
  }

  @Test func `nothing, or what can't be decoded, is loaded as nothing`() {
    app.runtime.send(.load)
    store.loadFailure = DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: ""))
    app.runtime.send(.load)
    #expect(inputs == ["lifecycle nobody", "loaded nothing", "loaded nothing"])
    #expect(app.log == ["store failed"])
    app.runtime.send(.save(1))
    #expect(store.value == 1)
  }

  @Test func `what can't be read now comes when it can be, with the next input`() {
    (store.value, store.loadFailure) = (7, locked)
    app.runtime.send(.load)
    app.runtime.send(.log(["other"]))
    #expect(inputs == ["lifecycle nobody"])
    store.loadFailure = nil
    app.lifecycle.setAccount("ann")
    #expect(
      inputs == [
        "lifecycle nobody", "loaded 7", "lifecycle ann after accountChanged(Optional(ann))",
      ]
    )
    #expect(app.log == ["store failed", "other"])
  }

  @Test func `or ten seconds later`() {
    (store.value, store.loadFailure) = (7, locked)
    app.runtime.send(.load)
    app.clock.advance(by: .seconds(10))
    store.loadFailure = nil
    app.clock.advance(by: .milliseconds(9_999))
    #expect(inputs == ["lifecycle nobody"])
    app.clock.advance(by: .milliseconds(1))
    #expect(inputs == ["lifecycle nobody", "loaded 7"])
    #expect(app.log == ["store failed"])
    #expect(app.clock.nextDeadline == nil)
  }

  @Test func `it is not replaced meanwhile, whether or not the core has asked for it`() {
    (store.value, store.loadFailure) = (7, locked)
    app.runtime.send(.save(1))
    app.runtime.send(.load)
    app.runtime.send(.save(2))
    #expect(inputs == ["lifecycle nobody", "not saved", "not saved"])
    store.loadFailure = nil
    app.clock.advance(by: .seconds(10))
    #expect(inputs.last == "loaded 7")
    #expect(store.value == 7)
    app.runtime.send(.save(3))
    #expect(store.value == 3)
  }

  @Test func `what can't be saved is saved later, in the latest form`() {
    store.saveFailure = CocoaError(.fileWriteOutOfSpace)
    app.runtime.send(.save(1))
    app.runtime.send(.save(2))
    app.runtime.send(.log([]))
    #expect(inputs == ["lifecycle nobody", "not saved", "not saved"])
    store.saveFailure = nil
    app.clock.advance(by: .seconds(10))
    #expect(store.value == 2)
    #expect(inputs.last == "saved")
    #expect(app.log == ["store failed"])
    #expect(app.clock.nextDeadline == nil)
    store.saveFailure = CocoaError(.fileWriteOutOfSpace)
    app.runtime.send(.save(3))
    #expect(app.log == ["store failed", "store failed"])
  }

  @Test func `a change that can't be saved is merged with what is stored at the next try`() {
    (store.value, store.saveFailure) = (7, CocoaError(.fileWriteOutOfSpace))
    app.runtime.send(.add(1))
    #expect(inputs == ["lifecycle nobody", "loaded 7", "not saved"])
    (store.value, store.saveFailure) = (20, nil)
    app.clock.advance(by: .seconds(10))
    #expect(inputs.suffix(2) == ["loaded 20", "saved"])
    #expect(store.value == 21)
    #expect(app.clock.nextDeadline == nil)
  }

  @Test func `what could not be saved is tried again on detaching`() {
    store.saveFailure = CocoaError(.fileWriteOutOfSpace)
    app.runtime.send(.save(1))
    store.saveFailure = nil
    app.runtime.detach()
    #expect(store.value == 1)
  }

  @Test func `a feature without a store keeps nothing`() {
    let app = RuntimeApp()
    app.attach()
    app.runtime.send(.load)
    app.runtime.send(.save(1))
    #expect(app.runtime.core.inputs.contains("loaded nothing"))
    #expect(app.runtime.core.inputs.last == "saved")
  }

  /// Records its inputs, and waits for its store.
  private struct WaitingCore: ManualFeatureCore {
    typealias Event = EchoEvent
    typealias Input = String
    typealias Stored = Int

    static let waitsForStore = true
    private(set) var state: [String] = []

    mutating func handle(_ input: ManualFeatureInput<Self>, in turn: inout ManualFeatureTurn<Self>)
    {
      switch input {
      case .loaded(let value): state.append("loaded \(value ?? 0)")
      case .lifecycle: state.append("lifecycle")
      case .own(let word): state.append(word)
      default: state.append("other")
      }
    }
  }

  @Test func `a core that waits for its store handles nothing before it`() async throws {
    (store.value, store.loadFailure) = (7, locked)
    let runtime = ManualFeatureRuntime(WaitingCore(), store: store)
    runtime.send("early")
    runtime.attach(app.feature, to: app.context)
    app.lifecycle.setAccount("ann")
    #expect(runtime.state == [])
    #expect(try await runtime.work() == .failed)
    store.loadFailure = nil
    runtime.send("late")
    #expect(runtime.state == ["loaded 7", "lifecycle", "early", "lifecycle", "late"])
  }

  @Test func `detached, a core that waits for its store loses no input`() {
    (store.value, store.loadFailure) = (7, locked)
    let runtime = ManualFeatureRuntime(WaitingCore(), store: store)
    runtime.attach(app.feature, to: app.context)
    runtime.send("early")
    runtime.detach()
    #expect(runtime.state == [])
    store.loadFailure = nil
    runtime.send("detached")
    runtime.attach(app.feature, to: app.context)
    #expect(
      runtime.state == ["loaded 7", "lifecycle", "early", "other", "lifecycle", "detached"]
    )
  }
}
