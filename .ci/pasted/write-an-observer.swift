import PushHub
import PushHubRecorder

@MainActor var recording: Transcript { fatalError("The code is compiled only.") }
