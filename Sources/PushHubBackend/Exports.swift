// An app that creates an endpoint needs AccountClient and its configuration.
@_exported public import PushHubNetworking
