public import PushHub

/// The main actor of this package, also for files that do not import PushHub.
public typealias MainActor = PushHub.MainActor
