/// A sign-in can't work as its application has set it up.
public struct SignInSetupError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The parameter that is wrong, and why.
    public let description: String

    init(_ description: String) { self.description = description }
}
