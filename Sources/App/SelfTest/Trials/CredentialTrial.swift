import FoundationEssentials
import MisbehavingProvider
import OpenIDConnect

/// A client's credential at a provider that verifies it, at each endpoint that authenticates the client.
struct CredentialTrial: Sendable {
    let client: RegisteredClient
    let credential: ClientCredential
    var audience: ClientAssertionAudience?
    /// The algorithms that the provider's metadata offers for assertions; `nil`: all.
    var algorithms: [JSON]?
    /// The fault that the token endpoint's refusal shows; `nil`: the credential has to be accepted.
    var refusal: ConfigurationFault?

    func run(on bench: Bench) async throws {
        try await ScriptedProvider.serving(client: client) { provider in
            provider.change { $0.pushedRequests = .required }
            if let algorithms {
                provider.change {
                    $0.metadata["token_endpoint_auth_signing_alg_values_supported"] = .array(algorithms)
                }
            }
            func makeSubject() throws -> LibrarySubject {
                try LibrarySubject(
                    at: provider, credential: credential, assertionAudience: audience, transport: bench.transport)
            }
            let subject = try makeSubject()
            if let refusal {
                try await Self.expect([refusal, .pushedRequests], subject)
                try SelfTestError.unless(provider.requests(at: .token).isEmpty, "a code was redeemed")
                provider.change { $0.pushedRequests = .notOffered }
                return try await Self.expect([refusal], try makeSubject())
            }
            let (party, grant) = (subject.relyingParty, try await subject.grant())
            guard let token = grant.tokens.refreshToken else { throw SelfTestError("no refresh token was issued") }
            let refreshed = try await party.refresh(
                token, policy: nil, identity: grant.identity, user: grant.user)
            try await party.revoke(refreshToken: refreshed.refreshToken, policy: nil)
            try SelfTestError.unless(provider.problems.isEmpty, provider.problems.joined(separator: "; "))
            try SelfTestError.unless(
                provider.requests(at: .pushedRequest).count == 1 && provider.requests(at: .token).count == 2
                    && provider.requests(at: .revocation).count == 1, "not every endpoint was used")
        }
    }

    /// Expects a sign-in to fail because of one of these faults.
    private static func expect(_ faults: [ConfigurationFault], _ subject: LibrarySubject) async throws {
        do {
            _ = try await subject.grant()
        } catch let error as OpenIDConnectError {
            guard case .configuration(let fault) = error.kind, faults.contains(fault) else { throw error }
            return
        }
        throw SelfTestError("the credential was accepted")
    }
}
