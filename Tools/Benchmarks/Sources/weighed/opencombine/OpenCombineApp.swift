import Foundation
import OpenCombine

/// What an app would build on a subject of OpenCombine's: a decoded payload to ten sinks.
@main
struct OpenCombineApp {
  struct Payload: Decodable {
    struct APS: Decodable { let alert: String }
    let aps: APS
  }

  static func main() throws {
    let subject = PassthroughSubject<Payload, Never>()
    var titles = Array(repeating: "", count: 10)
    let sinks = titles.indices.map { index in
      subject.sink { titles[index] = $0.aps.alert }
    }
    let bytes = Data(#"{"aps":{"alert":"Hi"},"gcm.message_id":"m1"}"#.utf8)
    subject.send(try JSONDecoder().decode(Payload.self, from: bytes))
    withExtendedLifetime(sinks) { print(titles.joined()) }
  }
}
