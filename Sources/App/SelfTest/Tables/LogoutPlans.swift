import MisbehavingProvider

/// The plan of the sign-out by a frame, and the module of the whole logout plan that it leaves out.
enum FrontChannelLogoutPlan {
    static let modules = [
        Module(name: "oidcc-client-test-rp-frontchannel-rpinitlogout") {
            try await FrontChannelTrial.afterSignOut(on: $0)
        },
        Module(name: "oidcc-client-test-rp-frontchannel-opinitlogout") {
            try await FrontChannelTrial.byProvider(on: $0)
        },
    ]
}

/// The plan of the sign-out by a token from provider to relying subject.
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

    static func refuses(_ name: String, _ change: LogoutTokenChange, isMet: @escaping @Sendable (DecodedToken) -> Bool)
        -> Module
    {
        Module(name: name) { try await BackChannelTrial(change: change, isMet: isMet).run(on: $0) }
    }
}

/// The plan of the sign-out that the relying party starts.
enum RPInitiatedLogoutPlan {
    static let modules = [
        signOut("oidcc-client-test-rp-init-logout", nil, returnsState: false),
        signOut("oidcc-client-test-rp-init-logout-other-state", .otherState, returnsState: true),
        signOut("oidcc-client-test-rp-init-logout-no-state", .noState, returnsState: false),
    ]

    private static func signOut(_ name: String, _ change: EndSessionChange?, returnsState: Bool) -> Module {
        Module(name: name) { try await SignOutTrial(change: change, returnsState: returnsState).run(on: $0) }
    }
}

/// Logout tokens and initiated sign-ins that the plans don't try.
enum ExtraLogoutModules {
    static let modules: [Module] = [
        BackChannelLogoutPlan.refuses("a logout token with a wrong signature", .damagedSignature) { $0.isReadable },
        BackChannelLogoutPlan.refuses("a logout token without jti", .noIdentifier) { $0.lacks("jti") },
        BackChannelLogoutPlan.refuses("a logout token without iat", .noIssueTime) { $0.lacks("iat") },
        BackChannelLogoutPlan.refuses("a logout token that has expired", .expired) {
            $0.number("exp") < $0.number("iat")
        },
        BackChannelLogoutPlan.refuses("a logout token with neither sub nor sid", .neitherSubjectNorSession) {
            $0.lacks("sub") && $0.lacks("sid")
        },
        Module(name: "a logout token used twice") { try await BackChannelTrial.runTwice(on: $0) },
        Module(name: "a sign-in initiated in another issuer's name") {
            try await InitiatedLoginTrial.runFromAnotherIssuer(on: $0)
        },
        Module(name: "a sign-in initiated with a target elsewhere") {
            try await InitiatedLoginTrial.runToAnotherSite(on: $0)
        },
    ]
}
