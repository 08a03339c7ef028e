import PushHub

/// The main actor of this package, also for files that do not import PushHub.
typealias MainActor = PushHub.MainActor
