import MisbehavingProvider

/// The plan of the sign-out by a token from provider to relying party.
enum BackChannelLogoutPlan {
    private static let name = "oidcc-client-test-rp-backchannel-rpinitlogout"

    static let modules = [
        Module(name: name) { try await BackChannelTrial.runHonestly(on: $0) },
        refuses("\(name)-alg-none", .algorithmNone) { $0.algorithm == "none" },
        refuses("\(name)-no-event", .noEvent) { $0.lacks("events") },
        refuses("\(name)-with-nonce", .withNonce) { $0.has("nonce") },
        refuses("\(name)-wrong-alg", .symmetric) { $0.algorithm == "HS256" },
        refuses("\(name)-wrong-aud", .wrongAudience) { $0["aud"] == "somebody-else" },
        refuses("\(name)-wrong-event", .otherEvent) { $0.text("events")?.contains("event/other") == true },
        refuses("\(name)-wrong-iss", .wrongIssuer) { $0["iss"] == "https://other.example" },
    ]

    static func refuses(_ name: String, _ change: LogoutTokenChange, isMet: @escaping @Sendable (SeenToken) -> Bool)
        -> Module
    {
        Module(name: name) { try await BackChannelTrial(change: change, isMet: isMet).run(on: $0) }
    }
}
