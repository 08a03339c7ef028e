import PushHubBackend

@MainActor var registration: DeviceRegistration { fatalError("The code is compiled only.") }
@MainActor var liveActivities: LiveActivities { fatalError("The code is compiled only.") }
