import PushHub
import PushHubBackend

extension DeviceToken {
  static let first = DeviceToken([0, 1, 255])
  static let second = DeviceToken([2, 3, 254])
}

extension PushToken {
  static let first = PushToken([1, 2, 254])
  static let second = PushToken([2, 3, 254])
}
