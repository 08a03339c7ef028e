/// What the live app answers to a push that came through its socket, in one line.
enum SocketAnswer: Equatable {
  case delivered(LiveCore.Destination)
  case refused(String)

  /// How an answer to a push that was taken begins.
  static let success = "delivered"

  var line: String {
    switch self {
    case .delivered(.app):
      Self.success
    case .delivered(.notificationCenter):
      "\(Self.success) to the notification center; the app in the background hears of a tap only"
    case .refused(let reason):
      "refused: \(printable(reason))"
    }
  }
}
