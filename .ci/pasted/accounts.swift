import PushHub

@MainActor let navigation = Navigation()
@MainActor var session: Accounts { fatalError("The code is compiled only.") }

@MainActor
final class Navigation {
  func open(_ link: String?) -> Bool { link != nil }
}
