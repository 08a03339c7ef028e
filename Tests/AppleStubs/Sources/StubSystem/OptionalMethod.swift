import Foundation

/// Says whether an optional method of an Objective-C protocol is implemented.
///
/// Linux has no optional methods: a default implementation confesses here that it is one.
public enum OptionalMethod {
  private static let key = "StubSystem.OptionalMethod.isMissing"

  /// Reports, from inside a default implementation, that there is no other.
  public static func confessMissing() {
    Thread.current.threadDictionary[key] = true
  }

  /// Calls a method, and gives nil if only the default implementation was there.
  public static func call(_ method: () -> Void) -> Void? {
    Thread.current.threadDictionary[key] = nil
    method()
    let isMissing = Thread.current.threadDictionary[key] != nil
    Thread.current.threadDictionary[key] = nil
    return isMissing ? nil : ()
  }
}
