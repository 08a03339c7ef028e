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
    payload = whole.removing(Self.targetKey)
    targetBundle = whole.root[Self.targetKey]?.stringValue
  }
}
