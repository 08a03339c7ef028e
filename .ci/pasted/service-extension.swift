import Foundation
import PushHub
import PushHubBackend

struct SealError: Error {}

struct Message: Decodable {
  let sender, text, account, chat: String
}

func open(_ data: Data) throws -> Data { data }
@MainActor var endpoint: any ReceiptEndpoint { fatalError("The code is compiled only.") }
@MainActor let steps: [ServiceExtensionStep] = []
@MainActor let identification = PushIdentification()
