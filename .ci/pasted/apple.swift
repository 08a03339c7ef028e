import PushHub

@MainActor let hub = AppHub()
