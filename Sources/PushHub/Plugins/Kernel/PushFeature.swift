public import Observation

/// A feature with a core: one object in every role.
///
/// Install it in a ``PluginHost``, or add it to the subjects: `lifecycle.add(feature)`, then
/// `manager.add(feature)`.
///
/// ```swift
/// final class Parcels: PushFeature {
///   let runtime: FeatureRuntime<ParcelsCore>
///
///   init(server: any ParcelServer) {
///     runtime = FeatureRuntime(ParcelsCore()) { _, account in try await server.parcels(for: account) }
///   }
/// }
/// ```
@MainActor
public protocol PushFeature<Core>: LoggingPlugin, PushObserver, PushResponder, BackgroundWorker,
  LifecycleObserver, Observable
where Event == Core.Event {
  /// The type of the decisions.
  associatedtype Core: FeatureCore

  /// Runs the core. The feature keeps it, and it does not keep the feature.
  var runtime: FeatureRuntime<Core> { get }

  /// Carries out an effect of the feature's own.
  func perform(_ effect: Core.Effect)

  /// Carries out an effect for an account; by default without regard to it.
  func perform(_ effect: Core.Effect, for account: AccountID?)

  /// Called when ``state`` has changed, before the effects of that turn; by default does nothing.
  func stateDidChange(from old: Core.State)

  /// Called when the feature was attached, before its first input, or detached; by default does nothing.
  ///
  /// Here a feature begins and ends to follow what reports by itself, such as a system's sequence.
  func attachmentDidChange(isAttached: Bool)

  /// Returns the record of an input of the kernel, `nil` for none; by default the kernel's own.
  static func record(of input: KernelRecord<Core>) -> (any FeatureRecord)?

  /// Whether the feature handles a response, whose completion waits for what it causes.
  ///
  /// By default it handles the buttons of its own categories and their dismissals, and leaves a tap to others, such
  /// as a router. The core handles any response as ``PushEvent/opened(_:_:)``, if that is one of its interests.
  func handles(_ response: PushResponse, to push: Push) -> Bool
}

extension PushFeature where Core.Effect == Never {
  /// There is no effect.
  public func perform(_ effect: Never) {}
}

extension PushFeature {
  /// High for a feature with buttons, so that a router does not handle them; otherwise the default one.
  public var priority: ObserverPriority { categories.isEmpty ? .default : .high }

  /// The state that the app shows now.
  public var state: Core.State { runtime.state }

  /// Lets the core handle an action now or, inside a callback, next; see ``FeatureRuntime/send(_:for:)``.
  public func send(_ action: Core.Action) { runtime.send(action) }

  /// Performs the effect.
  public func perform(_ effect: Core.Effect, for account: AccountID?) { perform(effect) }

  /// Does nothing.
  public func stateDidChange(from old: Core.State) {}

  /// Does nothing.
  public func attachmentDidChange(isAttached: Bool) {}

  /// The input.
  public static func record(of input: KernelRecord<Core>) -> (any FeatureRecord)? { input }

  /// Whether it is no tap, and the category is one of the feature's own.
  public func handles(_ response: PushResponse, to push: Push) -> Bool {
    guard response.action != .default else { return false }
    let category = response.category ?? push.aps.category
    return categories.contains { $0.identifier == category }
  }

  /// Called with each event of the core.
  public var log: ((Core.Event) -> Void)? {
    get { runtime.log }
    set { runtime.log = newValue }
  }

  /// The state, the request and the stored value.
  public var facts: [(name: String, value: JSONValue)] { runtime.kernel.facts }
}

// MARK: - Roles

extension PushFeature {
  /// The core's interests.
  public var interests: Set<PushEvent.Kind> { Core.interests }

  /// Lets the core begin.
  public func attach(to context: PluginContext) {
    runtime.connect(self, to: context.push, in: context)
  }

  /// Ends what is under way, and shows the first state again.
  public func detach() { runtime.handle(.detached) }

  /// Lets the core begin.
  public func added(to subject: any PushSubject) { runtime.connect(self, to: subject) }

  /// Ends what is under way, and shows the first state again.
  public func removed(from subject: any PushSubject) { runtime.handle(.detached) }

  /// Lets the core begin with the accounts, or handle what has changed.
  public func receive(_ event: LifecycleEvent?, state: LifecycleState) {
    runtime.handle(.lifecycle(state, after: event))
  }

  /// Lets the core handle a push event.
  public func receive(_ event: PushEvent) { runtime.handle(.push(event)) }

  /// Waits until nothing is under way.
  public func performBackgroundWork(for push: Push?) async throws -> FetchResult {
    try await runtime.work(isRefresh: push == nil)
  }

  /// Waits until nothing is under way that a response has caused.
  public func respond(to response: PushResponse, of push: Push) async throws -> Bool {
    guard handles(response, to: push) else { return false }
    _ = try await runtime.work()
    return true
  }
}
