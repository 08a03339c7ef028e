// An app that makes an endpoint needs AccountClient and its configuration.
@_exported public import PushHubNetworking
