import Testing

@testable import SelfTest

/// Parties that are wrong, and whether the modules notice.
@Suite struct WrongSubjectTests {
    private static let basicRefusals = [
        "-invalid-iss", "-missing-sub", "-invalid-aud", "-missing-iat", "-idtoken-sig-none", "-invalid-sig-rs256",
        "-userinfo-invalid-sub", "-nonce-invalid",
    ].map { "oidcc-client-test" + $0 }

    @Test("A relying party that accepts everything passes no module in which something has to be refused")
    func credulous() async throws {
        try await withBench({ CredulousSubject(subject: try LibrarySubject(at: $0, transport: $1)) }) { bench in
            #expect(await bench.failing(BasicPlan.modules(.library)) == Self.basicRefusals)
            let refusals = ExtraIDTokenClaimModules.refused + ExtraIDTokenFormModules.refused
            #expect(await bench.failing(refusals) == refusals.map(\.name))
        }
    }

    @Test("A relying party that refuses everything passes no module at all: the honest twin fails")
    func timid() async throws {
        try await withBench({ TimidSubject(subject: try LibrarySubject(at: $0, transport: $1)) }) { bench in
            for modules in [
                BasicPlan.modules(.library), ConfigPlan.modules, ExtraIDTokenClaimModules.refused,
                ExtraResponseModules.modules,
            ] {
                #expect(await bench.failing(modules) == modules.map(\.name))
            }
        }
    }

    @Test("A relying party that requests UserInfo after a bad ID token passes no module in which it must not")
    func talkative() async throws {
        try await withBench({ TalkativeSubject(subject: try LibrarySubject(at: $0, transport: $1), provider: $0) }) {
            bench in
            let expected = Self.basicRefusals.filter { !$0.contains("userinfo") }
            #expect(await bench.failing(BasicPlan.modules(.library)) == expected)
        }
    }
}
