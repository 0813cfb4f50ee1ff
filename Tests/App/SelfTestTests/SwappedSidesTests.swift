import MisbehavingProvider
import Testing

@testable import SelfTest

/// Modules whose honest and misbehaving sides are exchanged, or whose provider doesn't err: none may pass.
@Suite struct SwappedSidesTests {
    @Test(
        "A harmless deviation does not count as refused, neither at the library nor at the site",
        arguments: [Variant.library, .stepUp, .formPost])
    func harmless(variant: Variant) async throws {
        try await expectFailing([
            .refuses("right hashes", variant, idToken: .rightHashes) { _ in true },
            .refuses("an honest provider", variant, when: { _ in }) { _ in true },
        ])
    }

    @Test(
        "A deviation that has to be refused does not count as accepted, neither at the library nor at the site",
        arguments: [Variant.library, .stepUp, .formPost])
    func refused(variant: Variant) async throws {
        try await expectFailing([
            .accepts("another's audience", variant, idToken: .wrongAudience) { _ in true },
            .accepts("a wrong state", variant, when: { $0.change { $0.redirect = .wrongState } }) { _ in true },
            .refuses("UserInfo that is right", variant, userInfo: .signed) { _ in true },
        ])
    }

    @Test("A module fails if the provider did not misbehave as commanded, even if the relying party behaves")
    func notMet() async throws {
        try await expectFailing([
            .refuses("another's audience", idToken: .wrongAudience) { $0["aud"] != "somebody-else" },
            .refuses("a wrong state", redirect: .wrongState) { $0.count("state") == 2 },
            BackChannelLogoutPlan.refuses("another's logout token", .wrongAudience) { $0.lacks("aud") },
            RefreshTokenPlan.refresh("another's refresh", { $0.refreshedUser = .bob }) { $0["sub"] == $1["sub"] },
        ])
    }

    @Test(
        "A valid refresh does not count as refused, nor a sign-out that stays at the provider as returned")
    func others() async throws {
        try await expectFailing([
            RefreshTokenPlan.refresh("an honest refresh", { _ in }) { _, _ in true },
            Module(name: "no way back") { try await SignOutTrial(change: .staysHere, returnsState: false).run(on: $0) },
            Module(name: "keys that stay the same") { try await KeyRotationTrial { _ in }.run(on: $0) },
        ])
    }

    @Test("A step-up counts only if the API requires it, and then only in what the API requires")
    func stepUps() async throws {
        let field = #"Bearer error="insufficient_user_authentication", acr_values="gold", max_age=300"#
        let gold = ChallengingTasksAPI(fields: [field], accepts: { $0["acr"] == "gold" })
        let content = ChallengingTasksAPI(fields: [field], accepts: { _ in true })
        try await expectFailing([
            Module(name: "an API that requires nothing") {
                try await StepUpTrial(api: content, requested: ["gold", "300", nil]).run(on: $0)
            },
            Module(name: "max_age that isn't expected") {
                try await StepUpTrial(api: gold, requested: ["gold", nil, nil]).run(on: $0)
            },
            Module(name: "a step-up that is met") {
                try await StepUpTrial(api: gold, requested: []).runRefused(.satisfied, on: $0)
            },
            Module(name: "a step-up that is required once") {
                try await StepUpTrial(api: gold, requested: []).runTwice(on: $0)
            },
        ])
    }

    @Test("A session that lasts does not count as refused, nor one whose end is ignored as ended then")
    func sessionExpiries() async throws {
        try await expectFailing([
            Module(name: "a session of ten minutes") {
                try await SessionExpiryTrial.runRefused(.seconds(600), on: $0)
            },
            Module(name: "an end that counts") {
                try await SessionExpiryTrial.runSignedIn(.seconds(600), lifetime: nil, on: $0)
            },
            Module(name: "an end that is no number") {
                try await SessionExpiryTrial.runSignedIn(.text(600), lifetime: 600, on: $0)
            },
        ])
    }

    private func expectFailing(_ modules: [Module]) async throws {
        try await withBench { bench in
            #expect(await bench.failing(modules) == modules.map(\.name))
        }
    }
}
