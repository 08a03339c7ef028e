import DeliveryShared
import PushHubBackend
import WidgetKit

/// Writes the token of the widgets, which the app's registration sends.
struct OrdersPushHandler: WidgetPushHandler {
  func pushTokenDidChange(_ pushInfo: WidgetPushInfo, widgets: [WidgetInfo]) {
    let token = widgets.isEmpty ? nil : PushToken(pushInfo.token)
    try? SharedTokens.delivery.set(token, named: "widgets")
  }
}

/// Writes the tokens of the controls, which the app's registration sends.
struct OrdersControlPushHandler: ControlPushHandler {
  func pushTokensDidChange(controls: [ControlInfo]) {
    let tokens = controls.compactMap(\.pushInfo).map { PushToken($0.token) }
    try? SharedTokens.delivery.setControls(tokens)
  }
}
