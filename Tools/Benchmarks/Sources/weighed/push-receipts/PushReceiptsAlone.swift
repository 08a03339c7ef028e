import Foundation
import PushHub
import PushHubBackend
import WeighedApp

@main
struct PushReceiptsAlone {
  static func main() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "weighed-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let app = try WeighedApp { _ in
      [PushReceipts(outbox: Outbox(directory: folder), endpoint: Server())]
    }
    print(try app.hear())
  }

  struct Server: ReceiptEndpoint {
    func send(_ batch: ReceiptBatch) async throws {}
  }
}
