@testable import TestSupport

/// Records each number that it receives, as `name number`, and then performs an action.
final class NumberProbe: NumberObserver {
  let name: String
  let log: CallLog
  var onReceive: ((Int) -> Void)?

  init(_ name: String, _ log: CallLog, onReceive: ((Int) -> Void)? = nil) {
    self.name = name
    self.log = log
    self.onReceive = onReceive
  }

  func receive(_ number: Int) {
    log.note("\(name) \(number)")
    onReceive?(number)
  }
}
