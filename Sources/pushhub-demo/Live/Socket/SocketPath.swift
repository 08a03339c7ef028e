import Foundation

/// Where the live app listens when nothing else is asked for.
enum SocketPath {
  /// The largest file that is taken, in bytes; the push service takes up to 5 KiB.
  static let mostBytes = 64 << 10

  /// `pushhub-live-UID.sock` in `TMPDIR`, or in `/tmp` where that is not set.
  static func standard(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String {
    let folder = environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    let slash = folder.hasSuffix("/") ? "" : "/"
    return "\(folder)\(slash)pushhub-live-\(getuid()).sock"
  }
}
