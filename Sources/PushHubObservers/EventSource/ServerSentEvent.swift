/// An event that a server sent on a stream of them.
public struct ServerSentEvent: Hashable, Sendable {
  /// What kind of event it is; `message` if the server doesn't say.
  public var type: String

  /// Its text; several lines are joined by line feeds.
  public var data: String

  /// The id of the last event that had one; empty if none had.
  public var id: String

  /// Makes an event.
  public init(type: String = "message", data: String, id: String = "") {
    self.type = type
    self.data = data
    self.id = id
  }
}
