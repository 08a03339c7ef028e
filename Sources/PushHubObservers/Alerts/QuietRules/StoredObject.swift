import Foundation
import PushHub
import PushHubNetworking

/// A key of stored settings.
struct StoredKey: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) {
    self.stringValue = stringValue
  }

  init(stringLiteral value: String) {
    stringValue = value
  }

  init?(intValue: Int) {
    nil
  }
}

/// What is found wrong while settings are decoded.
final class IssueNotes {
  private(set) var issues: [QuietSettings.Issue] = []

  func add(_ path: String, _ reason: String) {
    issues.append(QuietSettings.Issue(path: path.isEmpty ? "all" : path, reason: reason))
  }
}

/// An object in stored settings, of which each value is taken or noted as not understood.
struct StoredObject {
  private let container: KeyedDecodingContainer<StoredKey>
  private let path: String
  private let notes: IssueNotes

  /// Notes it and gives nil if it is no object.
  init?(_ decoder: any Decoder, at path: String, _ notes: IssueNotes) {
    guard let container = try? decoder.container(keyedBy: StoredKey.self) else {
      notes.add(path, "is no object")
      return nil
    }
    (self.container, self.path, self.notes) = (container, path, notes)
  }

  func has(_ key: StoredKey) -> Bool { container.contains(key) }

  /// Notes how many keys there are besides these.
  func allow(_ keys: Set<String>) {
    let count = container.allKeys.count { !keys.contains($0.stringValue) }
    if count > 0 {
      note(nil, "has \(count) unknown \(count == 1 ? "key" : "keys")")
    }
  }

  /// Notes what is not understood of a key, and gives nothing in its place.
  func drop<Value>(_ key: StoredKey, _ reason: String) -> Value? {
    note(key, reason)
    return nil
  }

  /// Notes what is not understood, of a key or, with nil, of the object.
  func note(_ key: StoredKey?, _ reason: String) {
    let parts = [path, key?.stringValue ?? ""].filter { !$0.isEmpty }
    notes.add(parts.joined(separator: "."), reason)
  }

  /// A text; nil, noted, if there is something else.
  func text(_ key: StoredKey) -> String? { value(key, "is no text") }

  /// A list of texts.
  func texts(_ key: StoredKey) -> [String]? { value(key, "is no list of texts") }

  /// A date, given in seconds since 1970.
  func date(_ key: StoredKey) -> Date? {
    value(key, "is no date").flatMap { (seconds: Double) in
      let date = Date(timeIntervalSince1970: seconds)
      let isNear = abs(seconds - Double(date.wholeSeconds)) <= 1
      return isNear ? date : drop(key, "is in no year of four digits")
    }
  }

  private func value<Value: Decodable>(_ key: StoredKey, _ reason: String) -> Value? {
    guard has(key) else { return nil }
    return (try? container.decode(Value.self, forKey: key)) ?? drop(key, reason)
  }

  /// What can be read of a list of objects.
  func list<Value>(_ key: StoredKey, _ read: (StoredObject) -> Value?) -> [Value] {
    guard has(key) else { return [] }
    guard var elements = try? container.nestedUnkeyedContainer(forKey: key) else {
      return drop(key, "is no list") ?? []
    }
    var values: [Value] = []
    while !elements.isAtEnd {
      let place = "\(path.isEmpty ? "" : "\(path).")\(key.stringValue)[\(elements.currentIndex)]"
      guard let decoder = try? elements.superDecoder() else {
        notes.add(place, "can't be read")
        break
      }
      if let value = StoredObject(decoder, at: place, notes).flatMap(read) {
        values.append(value)
      }
    }
    return values
  }
}
