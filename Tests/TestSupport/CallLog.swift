/// The calls that several probes recorded, in order.
@MainActor
final class CallLog {
  private(set) var lines: [String] = []

  func note(_ line: String) {
    lines.append(line)
  }

  /// Gives what was noted since the last time.
  func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}
