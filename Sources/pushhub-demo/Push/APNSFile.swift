import Foundation
import PushHub

/// A file as `xcrun simctl push` takes it: a payload, and perhaps the app that it is meant for.
struct APNSFile {
  /// The key by which a file names the app; it is no part of the push.
  static let targetKey = "Simulator Target Bundle"

  let payload: PushPayload
  let targetBundle: String?

  init(_ bytes: Data, parse: (Data) throws(PayloadError) -> PushPayload) throws(PayloadError) {
    let whole = try parse(bytes)
    guard let target = whole[Self.targetKey] else {
      payload = whole
      targetBundle = nil
      return
    }
    let rest = whole.object.filter { $0.key != Self.targetKey }
    payload = try parse(Data(JSONValue.object(rest).jsonText.utf8))
    targetBundle = target.stringValue
  }
}
