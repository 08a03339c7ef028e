import Foundation
import PushHub
import PushHubBackend

/// Appends receipts to an outbox, as many as a line of its input says, and prints each that is there.
///
///     receipt-writer DIRECTORY PROCESS FIRST
///
/// For each it writes a line: the id and the number, from FIRST on, or `failed` and what the system says.
@main
struct ReceiptWriterProgram {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 3, let first = arguments.last.flatMap({ Int($0) }) else { exit(64) }
    let (directory, process) = (CommandLine.arguments[1], CommandLine.arguments[2])
    let outbox = Outbox(directory: URL(filePath: directory), maximumCount: 100_000)
    var number = first
    while let count = readLine().flatMap({ Int($0) }) {
      for _ in 0..<count {
        append(number, of: process, to: outbox)
        number += 1
      }
    }
  }

  private static func append(_ number: Int, of process: String, to outbox: Outbox) {
    do {
      let receipt = try outbox.append(
        .delivered,
        of: ExtensionNotification(
          PushPayload(userInfo: [:]),
          requestIdentifier: "\(process)-\(number)",
          date: Date(timeIntervalSince1970: Double(number)),
          identification: PushIdentification { _ in "ann" }
        )
      )
      print("\(receipt.id) \(number)")
    } catch {
      print("failed \((error as NSError).code)")
    }
    fflush(nil)
  }
}
