/// A witness of everything that the system tells the app about pushes, for recording it.
///
/// It hears each callback before the events that follow from it, also one that shows nothing new. A
/// callback that is told from inside of it waits until all have heard the present one; its events do
/// not wait for that.
/// It does not count as somebody who has heard a push: an event that only witnesses were there for
/// waits in the mailbox as if nobody had been.
///
/// A subject holds its observers weakly: whoever makes an observer keeps it alive.
@MainActor
public protocol PushCallbackObserver: AnyObject {
  /// Tells what the system told.
  func witness(_ callback: PushCallback)
}
