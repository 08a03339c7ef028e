import Foundation
import PushHub
import PushHubNetworking
import PushHubObservers

/// Raises marks in a suite of defaults until it is killed, and says which ones were saved.
///
///     read-mark-writer SUITE [COUNT]
///
/// With a count it raises so many in one go, and waits to be killed.
@main
@MainActor
struct ReadMarkWriter {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard let name = arguments.first, let defaults = UserDefaults(suiteName: name) else { exit(64) }
    let store = ReadMarkStore(key: "list", in: defaults)
    if let count = arguments.dropFirst().first.flatMap({ Int($0) }) {
      raise(1...count, in: store)
      while readLine() != nil {}
    }
    for start in stride(from: 1, to: Int.max - 7, by: 7) {
      raise(start...start + 6, in: store)
    }
  }

  private static func raise(_ orders: ClosedRange<Int>, in store: ReadMarkStore) {
    for order in orders {
      do {
        try store.save(["ann": .upTo(NotificationCursor(order: order, id: "n\(order)"))])
      } catch {
        exit(74)
      }
    }
    print("saved \(orders.upperBound)")
    fflush(nil)
  }
}
