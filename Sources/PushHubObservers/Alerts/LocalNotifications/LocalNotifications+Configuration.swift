public import Foundation
import PushHub

extension LocalNotifications {
  /// How local notifications behave.
  public struct Configuration: Sendable {
    /// How many the system keeps for the app; at least one.
    public var limit: Int {
      didSet { limit = max(1, limit) }
    }

    /// How long the system may take for one thing; from a second to a day.
    public var timeout: Duration {
      didSet { timeout = timeout.clamped(to: ConfigurationBounds.interval) }
    }

    /// Whose times a trigger's components are that name no time zone.
    ///
    /// The one that updates itself, or whose time zone does, is that of the device: a reminder for nine is
    /// shown at nine wherever the user is then. The system is told the time zone of any other, and shows
    /// it at nine there.
    public var calendar: Calendar

    /// Describes how local notifications behave; what lies outside bounds is moved to the nearest
    /// inside.
    public init(
      limit: Int = 64,
      timeout: Duration = .seconds(10),
      calendar: Calendar = .autoupdatingCurrent
    ) {
      self.limit = max(1, limit)
      self.timeout = timeout.clamped(to: ConfigurationBounds.interval)
      self.calendar = calendar
    }
  }
}
