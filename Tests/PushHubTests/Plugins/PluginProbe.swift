import PushHub

@testable import TestSupport

/// Records that it was attached or detached, and then performs the given action.
final class PluginProbe: PushPlugin {
  let name: String
  let log: CallLog
  var onAttach: (() -> Void)?
  var onDetach: (() -> Void)?
  private(set) var context: PluginContext?

  init(_ name: String, _ log: CallLog) {
    self.name = name
    self.log = log
  }

  func attach(to context: PluginContext) {
    self.context = context
    log.note("attach \(name)")
    onAttach?()
  }

  func detach() {
    context = nil
    log.note("detach \(name)")
    onDetach?()
  }
}
