@MainActor let navigation = Navigation()

@MainActor
final class Navigation {
  func open(_ link: String?) -> Bool { link != nil }
}

actor ShopClient {
  func addDevice(token: String, locale: String?, to account: String) async throws {}
  func removeDevice(token: String, from account: String) async throws {}
}
