/// Something that signs people in at a provider.
protocol Party: Sendable {
    /// Signs a person in, and asks UserInfo about them.
    ///
    /// - Throws: Where the sign-in came to nothing for another reason than that the party refused what the provider
    ///   did.
    func signIn() async throws -> SignInReport
}
