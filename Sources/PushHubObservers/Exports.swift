// An app that configures a source of this module needs the types of its requests.
@_exported public import PushHubNetworking
