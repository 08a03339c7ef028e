import Foundation
import PushHub

/// Keeps what features record.
final class RecordProbe: FeatureRecordObserver {
  private(set) var records: [any FeatureRecord] = []

  func receive(_ record: any FeatureRecord, of name: String?, at date: Date?) {
    records.append(record)
  }
}
