import MisbehavingProvider

/// ID tokens with `session_expiry`, which ends the front end's session (IPSIE SL1).
enum SessionExpiryModules {
    static let modules: [Module] = [
        refused("session_expiry in the past", .seconds(-60)),
        refused("session_expiry in ten seconds", .seconds(10)),
        refused("session_expiry before 1970", .negative),
        signedIn("session_expiry in ten minutes", .seconds(600), lifetime: 600),
        signedIn("session_expiry with a fraction", .fraction(600), lifetime: 600),
        signedIn("session_expiry that is a string", .text(600), lifetime: nil),
        signedIn("session_expiry in milliseconds", .milliseconds(600), lifetime: nil),
        signedIn("session_expiry of 1e300", .beyondAllTime, lifetime: nil),
        Module(name: "session_expiry in a refreshed ID token") { try await SessionExpiryTrial.runRefreshed(on: $0) },
    ]

    private static func refused(_ name: String, _ expiry: SessionExpiry) -> Module {
        Module(name: name) { try await SessionExpiryTrial.runRefused(expiry, on: $0) }
    }

    private static func signedIn(_ name: String, _ expiry: SessionExpiry, lifetime: Int?) -> Module {
        Module(name: name) { try await SessionExpiryTrial.runSignedIn(expiry, lifetime: lifetime, on: $0) }
    }
}
