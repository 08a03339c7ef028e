import PushHub

/// Records what it receives, one line for each event.
final class PushRecorder: PushObserver {
  private(set) var lines: [String] = []
  private(set) var pushes: [Push] = []
  let interests: Set<PushEvent.Kind>
  var onReceive: ((PushEvent) -> Void)?

  init(interests: Set<PushEvent.Kind> = PushEvent.Kind.pending) {
    self.interests = interests
  }

  func receive(_ event: PushEvent) {
    lines.append(line(for: event))
    if let push = event.push {
      pushes.append(push)
    }
    onReceive?(event)
  }

  private func line(for event: PushEvent) -> String {
    switch event {
    case .registered(let token): "token \(token)"
    case .registrationFailed(let failure): "failed \(failure.code)"
    case .received(let push): "received \(push.id)"
    case .opened(let push, let response):
      ["opened \(push.id) \(response.action)", response.reply].compactMap { $0 }
        .joined(separator: " ")
    case .presented(let push, _): "presented \(push.id)"
    case .discarded(let push, let reason): "discarded \(push.id) \(reason)"
    }
  }
}
