import HTTPTransport
import MisbehavingProvider
import OpenIDConnect

/// A sign-in at one of Microsoft's authorities that errs, and the same at one that doesn't.
struct MicrosoftTrial: Sendable {
    static let tenant = "0d8f2b61-7a4c-4e95-b3d0-6c1e9f52a7b8"
    static let otherTenant = "72f988bf-86f1-41af-91ab-2d7cd011db47"
    static let foreignTenant = "d2c4a6b8-1f3e-4d5c-8b7a-9e0f1a2b3c4d"

    /// An authority, the issuer of its metadata, and the tenants that it needs.
    struct Place: Sendable {
        let authority: String
        let issuer: String
        var allowedTenants: [String] = []

        /// External ID by the tenant's name, whose issuer has the GUID.
        static let externalID = Place(
            authority: "https://contoso.ciamlogin.com/\(tenant)/v2.0",
            issuer: "https://\(tenant).ciamlogin.com/\(tenant)/v2.0")
        /// Entra ID for two of many tenants.
        static let manyTenants = Place(
            authority: "https://login.microsoftonline.com/organizations/v2.0",
            issuer: "https://login.microsoftonline.com/{tenantid}/v2.0", allowedTenants: [tenant, otherTenant])

        func issuer(of tenant: String) -> String { issuer.replacing("{tenantid}", with: tenant) }
    }

    let place: Place
    let isAccepted: Bool
    /// Makes the provider err, or do what it may do.
    let change: @Sendable (ScriptedProvider, Place) -> Void

    func run(on bench: Bench) async throws {
        if !isAccepted { try await Self.signIn(on: bench, place, isAccepted: true) { _, _ in } }
        try await Self.signIn(on: bench, place, isAccepted: isAccepted, change)
    }

    private static func signIn(
        on bench: Bench, _ place: Place, isAccepted: Bool,
        _ change: @escaping @Sendable (ScriptedProvider, Place) -> Void
    ) async throws {
        try await ScriptedProvider.serving { provider in
            let subject = try subject(at: provider, place, on: bench)
            change(provider, place)
            let report = try await subject.signIn()
            try SelfTestError.unless(
                (report.outcome != .refused) == isAccepted,
                isAccepted ? "the sign-in was refused" : "somebody is signed in")
            try SelfTestError.unless(provider.problems.isEmpty, provider.problems.joined(separator: "; "))
        }
    }

    /// The relying party at an authority for which the provider stands in.
    private static func subject(
        at provider: ScriptedProvider, _ place: Place, on bench: Bench
    ) throws -> LibrarySubject {
        let authority = try Authority(place.authority, allowedTenants: place.allowedTenants)
        provider.origin = authority.origin
        provider.change {
            $0.metadata = ["issuer": .string(place.issuer), "authorization_response_iss_parameter_supported": .null]
            if !place.allowedTenants.isEmpty { $0.keys = .boundToIssuer(place.issuer) }
        }
        provider.user = user(tenant)
        return try LibrarySubject(
            at: provider, authority: authority,
            transport: StandInTransport(base: bench.transport, origin: authority.origin, provider: provider.url))
    }

    /// A refresh brings an ID token only if it requests one, and another user's is refused.
    static func runRefresh(on bench: Bench) async throws {
        try await ScriptedProvider.serving { provider in
            let subject = try subject(at: provider, .externalID, on: bench)
            let (party, grant) = (subject.relyingParty, try await subject.grant())
            guard let token = grant.tokens.refreshToken else { throw SelfTestError("no refresh token was issued") }
            provider.change { $0.refreshesIDTokenOnRequest = true }
            let refreshed = try await party.refresh(token, policy: nil, identity: grant.identity, user: grant.user)
            try SelfTestError.unless(refreshed.idToken != nil, "the refresh brought no ID token")
            provider.change { $0.refreshedUser = .bob }
            do {
                _ = try await party.refresh(
                    refreshed.refreshToken, policy: nil, identity: grant.identity, user: grant.user)
                throw SelfTestError("another user's ID token was accepted")
            } catch let error as OpenIDConnectError {
                try SelfTestError.unless(error.kind == .invalidIDToken, "refused for another reason: \(error)")
            }
            try SelfTestError.unless(provider.problems.isEmpty, provider.problems.joined(separator: "; "))
        }
    }

    static func user(_ tenant: String) -> ScriptedUser {
        ScriptedUser(
            subject: "sub-alice", objectID: "6a1f2c39-58d4-4b7e-9c02-d3e0f7a8b154", name: "Alice",
            claims: ["tid": .string(tenant), "login_hint": "O.CiQ2YTFm"])
    }
}
