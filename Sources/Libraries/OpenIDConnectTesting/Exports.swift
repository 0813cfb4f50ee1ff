// A test that signs users in names the provider and its users.
@_exported public import MisbehavingProvider
