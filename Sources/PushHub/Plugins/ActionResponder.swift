/// A plugin with a category of its own, which acts on the buttons of that category.
///
/// ```swift
/// final class Reorders: ActionResponder {
///   func perform(_ action: OrderAction, text: String?, of push: Push) async throws {
///     guard let order = push.payload["order"]?.stringValue else { return }
///     switch action {
///     case .reorder: try await shop.reorder(order)
///     case .cancel: try await shop.cancel(order)
///     }
///   }
/// }
/// ```
///
/// It is a responder like others, see ``PushResponder``: asked in order of priority, once for each
/// response, under the budget, and again in a process that the response has launched. It has a high
/// priority unless it says otherwise, so that a router which takes any response does not take these.
///
/// - A response to a notification of another category goes to the next responder. It is the category
///   that was shown which counts, see ``PushResponse/category``.
/// - A tap on the notification itself, and its dismissal, are told to ``respondOtherwise(to:of:)``,
///   which leaves them to others by default.
/// - An action that ``Actions`` doesn't have, since an update of the app has removed it, goes to the
///   next responder; if nobody handles it, the log names it.
/// - An action whose work fails goes to the next responder, and the log names the error.
///
/// A plugin with several ``PushResponder/categories`` is a ``PushResponder``, and asks each of its action
/// sets for an `init(_:of:)`.
@MainActor
public protocol ActionResponder<Actions>: PushPlugin, PushResponder {
  /// The actions of its category.
  associatedtype Actions: NotificationActionSet

  /// Does what a button asks for.
  ///
  /// - Parameters:
  ///   - action: What the user has chosen.
  ///   - text: What the user has typed, for an action with a field for that.
  ///   - push: Whose button it was.
  func perform(_ action: Actions, text: String?, of push: Push) async throws

  /// Handles a tap on a notification of its category, or its dismissal.
  ///
  /// - Returns: Whether it is dealt with; not, by default.
  func respondOtherwise(to response: PushResponse, of push: Push) async throws -> Bool
}

extension ActionResponder {
  /// Before responders that did not ask for anything.
  public var priority: ObserverPriority { .high }

  /// The category of its actions.
  public var categories: [NotificationCategory] { [Actions.category] }

  /// Leaves it to others.
  public func respondOtherwise(to response: PushResponse, of push: Push) async throws -> Bool {
    false
  }

  /// Does what a button of its category asks for.
  public func respond(to response: PushResponse, of push: Push) async throws -> Bool {
    guard response.category(of: push) == Actions.categoryIdentifier else { return false }
    guard case .custom = response.action else {
      return try await respondOtherwise(to: response, of: push)
    }
    guard let action = Actions(response, of: push) else { return false }
    try await perform(action, text: response.reply, of: push)
    return true
  }
}
