import Foundation
import PushHub
import PushHubBackend
import Testing

/// The code of the article on migrating an app delegate that needs none of Apple's frameworks.
struct EndpointSnippets {
  @Test func `a server with an API of its own has the device's token`() async throws {
    let devices = ShopDevices(shop: ShopClient())
    let record = DeviceRecord(token: DeviceToken(Data([1, 2])), environment: .sandbox)
    for record in [record, nil] {
      try await devices.send(
        RegistrationRequest(
          installation: "i1",
          account: "ann",
          record: record,
          deviceToken: DeviceToken(Data([1, 2])),
          revision: 1
        )
      )
    }
    #expect(await devices.shop.calls == ["add 0102 to ann", "remove 0102 from ann"])
  }
}

struct ShopDevices: RegistrationEndpoint {
  let shop: ShopClient

  func send(_ request: RegistrationRequest) async throws {
    let account = request.account.rawValue
    if let device = request.record {
      try await shop.addDevice(token: device.token.hex, locale: device.tags["locale"], to: account)
    } else {
      try await shop.removeDevice(token: request.deviceToken.hex, from: account)
    }
  }
}

// MARK: - What the article leaves to the app

actor ShopClient {
  private(set) var calls: [String] = []

  func addDevice(token: String, locale: String?, to account: String) async throws {
    calls.append("add \(token) to \(account)")
  }

  func removeDevice(token: String, from account: String) async throws {
    calls.append("remove \(token) from \(account)")
  }
}
