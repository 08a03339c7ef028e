// Whoever configures a source of this module names what the requests are made of.
@_exported public import PushHubNetworking
