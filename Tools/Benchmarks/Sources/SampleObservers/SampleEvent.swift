public import PushHub

import struct Foundation.Data
import struct Foundation.Date

extension PushEvent {
  /// A push without content, for measuring deliveries.
  public static func sample() throws -> PushEvent {
    .received(
      Push(
        id: "sample",
        messageID: nil,
        payload: try PushPayload(json: Data(#"{"aps":{}}"#.utf8)),
        sender: PushIdentification.standardSenders[0],
        receivedAt: Date(timeIntervalSince1970: 0),
        callbacks: []
      )
    )
  }
}
