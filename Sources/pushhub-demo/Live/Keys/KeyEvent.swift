/// A key that was pressed, as far as a terminal tells.
enum KeyEvent: Hashable {
  case character(Character)

  /// A letter, or another character from `@` to `_`, with the control key.
  case control(Character)

  case enter
  case tab
  case backTab
  case escape
  case up
  case down
  case left
  case right

  /// A key that this decoder knows no name for, or bytes that are no key at all.
  case unknown
}
