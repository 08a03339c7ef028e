import PushHubBackend

extension PushToken {
  static let first = PushToken([1, 2, 254])
  static let second = PushToken([2, 3, 254])
}
