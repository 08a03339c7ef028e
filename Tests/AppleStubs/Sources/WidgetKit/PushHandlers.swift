import Foundation

/// [Apple](https://developer.apple.com/documentation/widgetkit/widgetinfo).
public struct WidgetInfo {}

/// [Apple](https://developer.apple.com/documentation/widgetkit/widgetpushinfo).
public struct WidgetPushInfo {
  /// [Apple](https://developer.apple.com/documentation/widgetkit/widgetpushinfo/token).
  public let token: Data
}

/// [Apple](https://developer.apple.com/documentation/widgetkit/widgetpushhandler).
public protocol WidgetPushHandler {
  /// [Apple](https://developer.apple.com/documentation/widgetkit/widgetpushhandler/init()).
  init()

  /// [Apple](https://developer.apple.com/documentation/widgetkit/widgetpushhandler/pushtokendidchange(_:widgets:)).
  func pushTokenDidChange(_ pushInfo: WidgetPushInfo, widgets: [WidgetInfo])
}

/// [Apple](https://developer.apple.com/documentation/widgetkit/controlpushinfo).
public struct ControlPushInfo {
  /// [Apple](https://developer.apple.com/documentation/widgetkit/controlpushinfo/token).
  public let token: Data
}

/// [Apple](https://developer.apple.com/documentation/widgetkit/controlinfo).
public struct ControlInfo {
  /// [Apple](https://developer.apple.com/documentation/widgetkit/controlinfo/pushinfo).
  public var pushInfo: ControlPushInfo?
}

/// [Apple](https://developer.apple.com/documentation/widgetkit/controlpushhandler).
public protocol ControlPushHandler {
  init()

  /// [Apple](https://developer.apple.com/documentation/widgetkit/controlpushhandler/pushtokensdidchange(controls:)).
  func pushTokensDidChange(controls: [ControlInfo])
}
