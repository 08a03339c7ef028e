#if canImport(UserNotifications) && !os(tvOS)
@unsafe @preconcurrency import UserNotifications

/// What can be read of a system's category, to tell whether two are alike and whose one is.
///
/// An icon can't be read, and for a placeholder or summary that was not given the system may have words
/// of its own; none of these is part of the look.
struct CategoryLook: Hashable {
  private struct Action: Hashable {
    let identifier: String
    let title: String
    let options: UInt
    let textInput: [String]
  }

  let identifier: String
  private let actions: [Action]
  private let intents: [String]
  private let options: UInt

  init(_ category: UNNotificationCategory) {
    identifier = category.identifier
    intents = category.intentIdentifiers
    options = category.options.rawValue
    actions = category.actions.map { action in
      let input = action as? UNTextInputNotificationAction
      return Action(
        identifier: action.identifier,
        title: action.title,
        options: action.options.rawValue,
        textInput: input.map { [$0.textInputButtonTitle, $0.textInputPlaceholder] } ?? []
      )
    }
  }
}

extension CategoryLook {
  /// The look as 16 digits, the same in every process and on every machine.
  ///
  /// The hash FNV-1a, see RFC 9923, of all parts with their lengths before them.
  var digest: String {
    let hash = parts.joined().reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private var parts: [[UInt8]] {
    let head = [[identifier, String(options)], intents]
    let tail = actions.map { [$0.identifier, $0.title, String($0.options)] + $0.textInput }
    return (head + tail).map { group in
      Array("\(group.count):\(group.map { "\($0.utf8.count):\($0)" }.joined())".utf8)
    }
  }
}
#endif
