public import PushHub

/// Asks for permission to show notifications at the right moment, and no more often than that.
///
/// The system asks a user once in an app's life. So notifications are first shown quietly, which needs no
/// question. At an opportunity the app asks in its own words; only a user who accepts is asked by the
/// system. After that only Settings change anything.
///
/// ```swift
/// let policy = PermissionPolicy(permission, store: FileStore<PermissionLedger>(url: url))
/// try host.install(policy, named: "permission")
/// policy.requestIfAppropriate()  // the first order has arrived
/// ```
///
/// A view shows the app's own question while ``isAsking``, and passes on the user's answer:
///
/// ```swift
/// .alert("Shall we tell you when your order arrives?", isPresented: .constant(policy.isAsking)) {
///   Button("Yes") { policy.answer(.accepted) }
///   Button("Not now") { policy.answer(.later) }
/// }
/// ```
///
/// - Refusals: a user who declines in the app's own words is not asked again for ``Configuration/pause``, and
///   no more often than ``Configuration/maximumQuestions``. ``PermissionAnswer/never`` is permanent. A
///   question without an answer is a refusal. The pause is measured by the wall clock.
/// - Presence: the user is asked only while the app is active. An opportunity at another time is
///   skipped.
/// - Changes: what the user allows is read whenever the app becomes active, and a change is logged.
/// - Lifetime: a question is saved before the user is asked, who is not asked if that fails. An answer that
///   can't be saved is saved later, as soon as that is possible.
@MainActor
public final class PermissionPolicy: PushFeature {
  /// Runs the decisions.
  public let runtime: FeatureRuntime<PermissionCore>

  /// Creates a policy that is not attached yet; nothing is read before.
  ///
  /// - Parameters:
  ///   - authority: The authority that asks the system's question.
  ///   - store: The store for questions and answers; for this policy alone.
  ///   - configuration: The limits on how often the user is asked.
  public init(
    authority: any PermissionAuthority,
    store: any Store<PermissionLedger>,
    configuration: Configuration = Configuration()
  ) {
    let store = LedgerStore(store, empty: PermissionLedger())
    runtime = FeatureRuntime(PermissionCore(configuration), store: store) { request, _ in
      switch request {
      case .level: try await authority.level()
      case .provisional: try await authority.request(isProvisional: true)
      case .question: try await authority.request(isProvisional: false)
      case .ownQuestion: nil
      }
    }
  }
}

extension PermissionPolicy {
  /// The limits on how often the user is asked.
  ///
  /// A value outside the bounds of its property is replaced by the nearest one inside.
  public struct Configuration: Equatable, Sendable {
    /// Whether notifications are shown quietly until the user is asked.
    public let startsProvisional: Bool

    /// The time without a question after a refusal in the app's own words.
    ///
    /// From one day to ten years; by default 30 days.
    public let pause: Duration

    /// The number of times that the app's own question is asked; from none to 100, by default three.
    public let maximumQuestions: Int

    /// Starts with the defaults, but for what is given.
    public init(
      startsProvisional: Bool = true,
      pause: Duration = .seconds(30 * 86_400),
      maximumQuestions: Int = 3
    ) {
      self.startsProvisional = startsProvisional
      self.pause = Bounds(.seconds(86_400) ... .seconds(3_653 * 86_400)).nearest(to: pause)
      self.maximumQuestions = Bounds(0...100).nearest(to: maximumQuestions)
    }
  }
}

// MARK: - Questions

extension PermissionPolicy {
  /// Asks the user, if everything allows that; call it when the user has just seen the use of
  /// notifications.
  ///
  /// Otherwise `log` has the reason. Call it at every such moment: the policy limits how often the user is
  /// asked. It does nothing while the policy is not attached.
  public func requestIfAppropriate() {
    guard runtime.scheduler != nil else { return }
    if runtime.kernel.core.hasBegun {
      send(.opportunity)
    } else {
      runtime.log(.passedOver(reason: .storeUnknown))
    }
  }

  /// Passes on the user's answer to the app's own question; without effect unless ``isAsking``.
  public func answer(_ answer: PermissionAnswer) { send(.respond(with: answer)) }

  /// The permission level; `nil` until the system has reported it.
  public var level: PermissionLevel? { state.level }

  /// Whether an opportunity may still lead to a question, at once or after a pause; `nil` while too
  /// little is known.
  public var canAsk: Bool? { state.canAsk }

  /// Whether the app shows its own question.
  ///
  /// It begins while the app is active, and ends with ``answer(_:)``, after ten minutes, or on detaching.
  /// If the user closes the question without an answer, pass on ``PermissionAnswer/later``.
  public var isAsking: Bool { state.isAsking }
}

extension PermissionPolicy {
  /// The pause and the number of questions.
  public var recordedConfiguration: (any RecordedConfiguration)? {
    runtime.kernel.core.configuration
  }

  /// Returns at once: a push doesn't wait for the user's answer.
  public func performBackgroundWork(for push: Push?) -> FetchResult { .noData }
}

extension PermissionPolicy.Configuration: RecordedConfiguration {
  /// The name of the script.
  public static let feature = "permission"

  /// Reads when the user is asked.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      startsProvisional: try JSONKey.value(
        .startsProvisional,
        in: values,
        or: Self().startsProvisional
      ),
      pause: try JSONKey.value(.pause, in: values, or: Self().pause),
      maximumQuestions: try JSONKey.value(
        .maximumQuestions,
        in: values,
        or: Self().maximumQuestions
      )
    )
  }
}
