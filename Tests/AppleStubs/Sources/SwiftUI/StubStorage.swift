import Foundation
import Synchronization

/// What a host keeps of its views from one drawing to the next, by their places.
final class StubStorage {
  /// What a drawing came across.
  struct Pass {
    var places: [String: Int] = [:]
    var states: Set<String> = []
    var appearances: [String: () -> Void] = [:]
    var disappearances: [String: () -> Void] = [:]
    var changes: [() -> Void] = []
    var elements: [StubElement] = []
    var badges: [Text?] = []
    var actions: [String: () -> Void] = [:]
    var drag: ((CGSize, StubTouchPhase) -> Void)?
    var focus: ((Bool) -> Void)?
    var openURL: ((URL) -> Void)?
  }

  final class Flag: Sendable {
    private let value = Mutex(true)

    var isSet: Bool {
      get { value.withLock { $0 } }
      set { value.withLock { $0 = newValue } }
    }
  }

  let needsDrawing = Flag()
  var pass = Pass()
  private(set) var animations: [Animation] = []
  private var isDrawing = false
  private var isVisible = true
  private var lastPass = Pass()
  private var states: [String: AnyObject] = [:]
  private var values: [String: Any] = [:]

  /// A place in the tree, distinguished from others of its name by their order.
  func place(_ name: String) -> String {
    pass.places[name, default: 0] += 1
    return "\(name)#\(pass.places[name] ?? 0)"
  }

  /// The state that lives in a place, at first the given one.
  func state<State: AnyObject>(in place: String, initially state: State) -> State {
    pass.states.insert(place)
    let kept = states[place] as? State ?? state
    states[place] = kept
    return kept
  }

  func stateChanged() {
    precondition(!isDrawing, "State was changed while the view was drawn.")
    animations += [StubTransaction.animation].compactMap { $0 }
    needsDrawing.isSet = true
  }

  func note<Value: Equatable>(
    _ value: Value,
    in place: String,
    isInitial: Bool = false,
    change: @escaping () -> Void
  ) {
    let last = values[place] as? Value
    if last == nil ? isInitial : last != value {
      pass.changes.append(change)
    }
    values[place] = value
  }

  func beginDrawing() {
    needsDrawing.isSet = false
    lastPass = pass
    pass = Pass()
    isDrawing = true
  }

  func endDrawing() {
    isDrawing = false
    if isVisible {
      run(pass.appearances, without: lastPass.appearances)
      run(lastPass.disappearances, without: pass.disappearances)
    }
    for change in pass.changes {
      change()
    }
    states = states.filter { pass.states.contains($0.key) }
    lastPass = Pass()
  }

  func appear() {
    isVisible = true
    run(pass.appearances, without: [:])
  }

  func disappear() {
    isVisible = false
    run(pass.disappearances, without: [:])
  }

  private func run(_ actions: [String: () -> Void], without others: [String: () -> Void]) {
    for (place, action) in actions.sorted(by: { $0.key < $1.key }) where others[place] == nil {
      action()
    }
  }
}

extension EnvironmentValues {
  /// Goes down to a view, or to a row.
  mutating func stubEnter(_ name: String) {
    guard let stubStorage else { return }
    stubPlace = stubStorage.place("\(stubPlace)/\(name)")
  }

  /// A place of its own in the present one.
  func stubPlace(for name: String) -> String {
    stubStorage?.place("\(stubPlace)/\(name)") ?? name
  }
}
