import PushHub

/// Records what it receives, one line for each event.
@MainActor
final class PushRecorder: PushObserver {
  private(set) var lines: [String] = []
  private(set) var pushes: [Push] = []
  var onReceive: ((PushEvent) -> Void)?

  func receive(_ event: PushEvent) {
    lines.append(line(for: event))
    if let push = event.push {
      pushes.append(push)
    }
    onReceive?(event)
  }

  private func line(for event: PushEvent) -> String {
    switch event {
    case .tokenChanged(let token): "token \(token)"
    case .registrationFailed(let failure): "failed \(failure.code)"
    case .received(let push): "received \(push.id)"
    case .opened(let push, let response):
      ["opened \(push.id) \(response.action)", response.reply].compactMap { $0 }
        .joined(separator: " ")
    }
  }
}
