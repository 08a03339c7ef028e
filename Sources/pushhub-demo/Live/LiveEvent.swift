/// What wakes the live app, all of it in one order.
enum LiveEvent: Sendable {
  /// Keys, as the terminal sent them; empty at the end of input.
  case typed([UInt8])

  /// A signal of the system's.
  case signal(Int32)

  /// There may be something new to see.
  case changed
}
