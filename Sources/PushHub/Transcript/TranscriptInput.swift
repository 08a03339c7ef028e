/// What can happen to an app, as a transcript tells it.
public enum TranscriptInput: Hashable, Sendable {
  /// The app finished launching, from an answer to a notification if there is a payload.
  case launch(PushPayload?, PushResponse = PushResponse(), request: String? = nil)

  /// The app went to a phase.
  case app(AppPhase)

  /// A page appeared or disappeared.
  case page(PageID, isVisible: Bool)

  /// Something covers the page, or one thing less.
  case overlay(Bool)

  /// The user signed in, switched accounts, or signed out.
  case account(AccountID?)

  /// The device token arrived.
  case token(DeviceToken)

  /// The system refused to register the app.
  case tokenError(String)

  /// A push reached the app.
  case push(PushPayload, via: PushChannel, request: String?)

  /// The user answered a notification.
  case open(PushPayload, PushResponse, request: String?)

  /// The system reported a screenshot.
  case screenshot

  /// The user touched the screenshot preview, or beside it.
  case preview(PreviewTouch)

  /// What the unread server answers from now on.
  case unread(UnreadAnswer)

  /// What the notification listener reports now; an error of it has no `retryAfter`.
  case latest(Result<[NotificationMark], ScriptedError>)

  /// The user read everything up to a notification; without one, up to the newest known.
  case read(NotificationMark?)

  /// What happens to the list of countdowns.
  case countdown(CountdownChange)

  /// The transcript ends.
  case end
}

extension TranscriptInput {
  /// Where the user touched.
  public enum PreviewTouch: String, Hashable, Sendable {
    /// The screenshot preview.
    case tap

    /// Beside it.
    case outside
  }

  /// An answer of the unread server, to all requests that begin while it holds.
  public struct UnreadAnswer: Hashable, Sendable {
    /// The count, or why there is none.
    public var result: Result<Int, ScriptedError>

    /// How long the server takes.
    public var latency: Duration

    /// Makes an answer.
    public init(result: Result<Int, ScriptedError>, latency: Duration = .zero) {
      self.result = result
      self.latency = latency
    }
  }

  /// An error that a transcript lets happen.
  public struct ScriptedError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong.
    public var message: String

    /// How long the server wants to be left alone.
    public var retryAfter: Duration?

    /// Makes an error.
    public init(message: String, retryAfter: Duration? = nil) {
      self.message = message
      self.retryAfter = retryAfter
    }

    /// What went wrong.
    public var description: String { message }
  }

  /// A notification in a list, by its place in time and its name.
  public struct NotificationMark: Hashable, Sendable {
    /// Its name.
    public var id: String

    /// Its place; later notifications have greater ones.
    public var order: JSONNumber

    /// Makes a mark.
    public init(id: String, order: JSONNumber) {
      self.id = id
      self.order = order
    }
  }

  /// Changes to a list of countdowns, applied in the order of the properties.
  public struct CountdownChange: Hashable, Sendable {
    /// A model that counts down.
    public struct Model: Hashable, Sendable {
      /// Its name.
      public var id: String

      /// How long it counts.
      public var duration: Duration

      /// Makes a model.
      public init(id: String, duration: Duration) {
        self.id = id
        self.duration = duration
      }
    }

    /// What happens in the background.
    public enum BackgroundPolicy: String, Hashable, Sendable {
      /// Time goes on.
      case continues

      /// Time stands still.
      case pauses
    }

    /// What happens in the background from now on.
    public var background: BackgroundPolicy?

    /// Whether the countdowns run from now on.
    public var isRunning: Bool?

    /// Models that are removed.
    public var removed: [String] = []

    /// Models that are registered.
    public var added: [Model] = []

    /// Cells that are no longer shown.
    public var hidden: [String] = []

    /// Cells that are shown.
    public var shown: [String] = []

    /// Changes nothing.
    public init() {}
  }
}
