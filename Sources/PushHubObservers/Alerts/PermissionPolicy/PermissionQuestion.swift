public import Observation
import PushHub

/// The app's own question as a value that a view shows, for apps that need no presenter of their own.
///
/// ```swift
/// let question = PermissionQuestion()
/// let policy = PermissionPolicy(authority: authority, presenter: question, store: store)
/// ```
///
/// A view shows the app's words while ``isOpen``, and hands on what the user says. Who asks decides how
/// long the question stays open.
@MainActor
@Observable
public final class PermissionQuestion: PermissionPresenter {
  /// Whether the user is being asked.
  public private(set) var isOpen = false

  @ObservationIgnored private var count = 0
  @ObservationIgnored private var given: PermissionAnswer?
  @ObservationIgnored private let change = ScheduledCondition()

  /// Makes a question that is not open.
  public init() {}

  /// Opens the question until the user has answered, the task is cancelled, or it is opened anew.
  public func ask() async -> PermissionAnswer {
    count += 1
    let number = count
    given = nil
    isOpen = true
    change.signalAll()
    while given == nil, number == count, (try? await change.wait()) != nil {}
    guard number == count else { return .later }
    isOpen = false
    return given ?? .later
  }

  /// Tells what the user says; without effect while it is not open.
  public func answer(_ answer: PermissionAnswer) {
    guard isOpen, given == nil else { return }
    given = answer
    change.signalAll()
  }
}
