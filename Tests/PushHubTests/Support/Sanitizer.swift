import Foundation

/// The sanitizer under which the tests run, as `.ci/sanitize` says.
enum Sanitizer: String {
  case address
  case thread

  static let current = ProcessInfo.processInfo.environment["PUSHHUB_SANITIZER"]
    .flatMap(Sanitizer.init)
}
