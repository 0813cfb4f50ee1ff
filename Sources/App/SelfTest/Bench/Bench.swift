import HTTPTransport
import MisbehavingProvider
import OpenIDConnect

/// Sets up a fresh provider for each module, and the relying party or site to test.
struct Bench: Sendable {
    /// Makes what stands for the relying subject.
    typealias SubjectMaker = @Sendable (ScriptedProvider, any Transport) throws -> any SignInSubject

    let transport: any Transport
    var makeSubject: SubjectMaker = { try LibrarySubject(at: $0, transport: $1) }

    /// Runs a body with a relying party at a new provider, and with a recorder of the messages between them.
    func withSubject(
        _ variant: Variant,
        _ body: @Sendable (ScriptedProvider, any SignInSubject, RecordingTransport) async throws -> Void
    ) async throws {
        let recorder = RecordingTransport(transport)
        switch variant {
        case .library:
            try await ScriptedProvider.serving { provider in
                try await body(provider, try makeSubject(provider, recorder), recorder)
            }
        case .policy:
            try await ScriptedProvider.serving { provider in
                let request = SignInRequest(policy: "b2c_1_sign_in")
                try await body(
                    provider, try LibrarySubject(at: provider, request: request, transport: recorder), recorder)
            }
        case .stepUp:
            try await ScriptedProvider.serving { provider in
                provider.change { $0.stepUp = .satisfied }
                let request = LibrarySubject.stepUpRequest
                try await body(
                    provider, try LibrarySubject(at: provider, request: request, transport: recorder), recorder)
            }
        case .formPost:
            try await withSite(SiteOptions(responseMode: .formPost), transport: recorder) { site in
                // The site requests UserInfo only if the ID token has no name.
                site.provider.change { $0.claims["name"] = .null }
                try await body(site.provider, SiteSubject(site: site), recorder)
            }
        }
    }

    /// Runs a body with the relying party alone at a new provider.
    func withLibrary(_ body: @Sendable (ScriptedProvider, LibrarySubject) async throws -> Void) async throws {
        try await ScriptedProvider.serving { provider in
            try await body(provider, try LibrarySubject(at: provider, transport: transport))
        }
    }

    /// Runs a body with the web front end at a new provider.
    func withSite(
        _ options: SiteOptions = SiteOptions(), transport: (any Transport)? = nil,
        _ body: @Sendable (Site) async throws -> Void
    ) async throws {
        try await ScriptedProvider.serving { provider in
            try await Site.running(options, at: provider, transport: transport ?? self.transport, body)
        }
    }
}

/// Something that signs users in at a provider.
protocol SignInSubject: Sendable {
    /// Signs a user in, and requests UserInfo about them.
    ///
    /// - Throws: An error if the sign-in came to nothing for another reason than that the relying party refused the
    ///   provider's behaviour.
    func signIn() async throws -> SignInReport
}

/// The part of the build, and the kind of authority, that a sign-in is tried with.
enum Variant: Sendable {
    /// The relying party alone; the response comes in the query.
    case library
    /// The same at an Azure AD B2C authority, by a policy.
    case policy
    /// The relying party alone, which requests what an API may require (RFC 9470, section 4).
    case stepUp
    /// The web front end, by a browser; the response comes as a form.
    case formPost
}

/// How a sign-in went.
struct SignInReport: Sendable {
    enum Outcome: Sendable, Equatable {
        /// A user is signed in, with or without the claims of UserInfo.
        case signedIn(hasUserInfo: Bool)
        /// The party refused the provider's behaviour.
        case refused
    }

    /// The form that the provider sent to the redirect URI; empty if it never came to that.
    var redirect = FormBody()
    var outcome: Outcome
}
