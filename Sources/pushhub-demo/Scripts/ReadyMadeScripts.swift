public import PushHub
import PushHubBackend
public import PushHubObservers
public import PushHubReplay

/// The scripts of all ready-made features, which share what they show on the app's tabs.
@MainActor
public struct ReadyMadeScripts {
  /// The unread sync.
  public let unread: UnreadScript

  /// The countdown handler.
  public let countdown: CountdownScript

  /// The badge dot.
  public let badge: BadgeScript

  /// The screenshot preview.
  public let screenshot: ScreenshotScript

  /// Features that take part if a transcript has records of theirs, in the order in which they speak.
  public let ifRecorded: [IfRecorded]

  /// What they show on the app's tabs.
  public let badges: TabBadges

  /// Makes scripts that have not been played.
  public init() {
    badges = TabBadges()
    unread = UnreadScript(badges: badges)
    countdown = CountdownScript()
    badge = BadgeScript(badges: badges)
    screenshot = ScreenshotScript()
    let actions = ActionsScript(of: .message)
    ifRecorded = [
      IfRecorded(
        RegistrationScript(
          recordedWith: DeviceRegistration.Configuration(environment: .production)
        )
      ),
      IfRecorded(ReceiptsScript()),
      IfRecorded(QuietScript()),
      IfRecorded(BannerScript()),
      IfRecorded(actions, where: actions.isButton),
      IfRecorded(PermissionScript()),
      IfRecorded(TidyUpScript()),
      IfRecorded(LocalNotificationsScript()),
      IfRecorded(RefreshScript()),
      IfRecorded(CheckupScript()),
    ]
  }

  /// Those that take part in every play, in the order in which they speak.
  public var always: [any FeatureScript] { [unread, countdown, badge, screenshot] }

  /// All of them, in the order in which they speak.
  public var all: [any FeatureScript] { always + ifRecorded }
}

/// What features show on the tabs of the app's pages, and all together at the root.
@MainActor
public final class TabBadges {
  private struct Source {
    let page: PageID
    let name: String
    let badge: () -> Badge
  }

  private var sources: [Source] = []
  private var knownTree: BadgeTree?

  /// Makes badges of no features.
  public init() {}

  /// Adds what a feature shows on a page's tab.
  public func add(_ name: String, on page: PageID, badge: @escaping () -> Badge) {
    sources.append(Source(page: page, name: name, badge: badge))
  }

  /// What is shown now.
  public func tree(on scheduler: any Scheduler) -> BadgeTree {
    let tree = knownTree ?? makeTree(on: scheduler)
    knownTree = tree
    for source in sources {
      tree.set(source.badge(), at: Self.node(of: source.page), because: source.name)
    }
    return tree
  }

  private func makeTree(on scheduler: any Scheduler) -> BadgeTree {
    let tree = BadgeTree(scheduler: scheduler)
    for source in sources {
      tree.setPolicy(BadgePolicy(cap: 99), at: Self.node(of: source.page))
    }
    return tree
  }

  /// The place of a page's tab among the badges.
  public static func node(of page: PageID) -> BadgePath { BadgePath(page.rawValue) }
}

/// Numbers that look random and are the same in every run: SplitMix64 from a constant.
struct SequenceGenerator: RandomNumberGenerator {
  private var state: UInt64 = 0x5EED

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}

/// An object without the members that have no value.
func object(_ members: [String: JSONValue?]) -> JSONValue {
  .object(members.compactMapValues { $0 })
}
