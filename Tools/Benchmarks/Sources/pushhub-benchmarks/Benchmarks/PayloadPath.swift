import Foundation
import PushHub
import PushHubTesting
import SampleObservers

/// A payload's way from its bytes to ten observers, against decoding it alone.
@MainActor
struct PayloadPath {
  /// The fields of the payload, as an app would declare them for a decoder.
  private struct Message: Decodable {
    struct APS: Decodable {
      struct Alert: Decodable {
        let title: String
        let body: String
      }

      enum CodingKeys: String, CodingKey {
        case alert
        case badge
        case sound
        case mutableContent = "mutable-content"
        case category
      }

      let alert: Alert
      let badge: Int
      let sound: String
      let mutableContent: Int
      let category: String
    }

    struct Options: Decodable {
      let image: String
    }

    enum CodingKeys: String, CodingKey {
      case aps
      case id = "gcm.message_id"
      case analytics = "google.c.a.e"
      case sender = "google.c.sender.id"
      case installation = "google.c.fid"
      case options = "fcm_options"
      case order = "order_id"
      case screen
    }

    let aps: APS
    let id: String
    let analytics: String
    let sender: String
    let installation: String
    let options: Options
    let order: String
    let screen: String
  }

  let effort: Effort

  func run(into verdicts: Verdicts) async throws {
    let contenders = ["JSONDecoder alone", "PushHub, nothing read", "PushHub, all ten read"]
    let decoder = JSONDecoder()
    var comparison = Comparison()
    var next = 0
    for _ in 0..<effort.rounds {
      let payloads = (next..<next + effort.payloads).map(Self.payload)
      next += effort.payloads
      comparison.add(
        try await nanoseconds(perUnitOf: payloads.count) {
          for payload in payloads {
            _ = try decoder.decode(Message.self, from: payload)
          }
        },
        of: contenders[0]
      )
      let counting = (0..<10).map { _ in SampleObserver() }
      comparison.add(try await deliver(payloads, to: counting), of: contenders[1])
      precondition(counting.allSatisfy { $0.received == payloads.count }, "pushes were lost")
      let reading = (0..<10).map { _ in ReadingObserver() }
      comparison.add(try await deliver(payloads, to: reading), of: contenders[2])
      precondition(reading.allSatisfy { $0.characters > 0 }, "nothing was read")
    }
    var table = Table(
      "An FCM payload of \(Self.payload(0).count) bytes, from bytes to ten observers",
      columns: ["", "µs", "against JSONDecoder"]
    )
    for contender in contenders {
      table.add([
        contender,
        (comparison.nanoseconds(of: contender) / 1_000).text(2),
        comparison.ratio(of: contender, to: contenders[0]).text(2) + "×",
      ])
    }
    table.print()
    verdicts.expect(
      comparison.ratio(of: contenders[1], to: contenders[0]),
      atMost: 1.5,
      "bytes to ten observers, against JSONDecoder alone"
    )
  }

  private func deliver(
    _ payloads: [Data],
    to observers: [any PushObserver]
  ) async throws -> Double {
    let manager = NotificationManager(scheduler: ManualScheduler())
    for observer in observers {
      manager.add(observer)
    }
    return try await nanoseconds(perUnitOf: payloads.count) {
      for payload in payloads {
        manager.receive(try PushPayload(json: payload), via: .remote)
      }
    }
  }

  /// One of many payloads that differ in their message id.
  static func payload(_ number: Int) -> Data {
    Data(
      """
      {"aps":{"alert":{"title":"Your order is on its way","body":"It arrives today between 14 and \
      16 h. The driver calls you a quarter of an hour before."},"badge":3,"sound":"default","mutable-content":1,\
      "category":"ORDER"},"gcm.message_id":"17672544\(10_000_000 + number)","google.c.a.e":"1",\
      "google.c.sender.id":"274819503321","google.c.fid":"cXn4TqJ0zkKvl8mYh2bRda",\
      "fcm_options":{"image":"https://images.example.org/parcels/2026/11/A-20417-front.png"},\
      "order_id":"A-20417","screen":"order"}
      """.utf8
    )
  }
}
