import HTTPTransport
import MisbehavingProvider
import OpenIDConnect

/// Sets up what a module needs, anew each time: a provider, and what is tried on it.
struct Bench: Sendable {
    /// Makes what stands for the relying party.
    typealias PartyMaker = @Sendable (MisbehavingProvider, any HTTPTransport) throws -> any Party

    let transport: any HTTPTransport
    var makeParty: PartyMaker = { try LibraryParty(at: $0, transport: $1) }

    /// Runs a body with a party at a provider of its own, and with a witness of what passes between them.
    func withParty(
        _ way: Way, _ body: @Sendable (MisbehavingProvider, any Party, Witness) async throws -> Void
    ) async throws {
        let witness = Witness(transport)
        switch way {
        case .library:
            try await MisbehavingProvider.serving { provider in
                try await body(provider, try makeParty(provider, witness), witness)
            }
        case .policy:
            try await MisbehavingProvider.serving { provider in
                try await body(
                    provider, try LibraryParty(at: provider, policy: "b2c_1_sign_in", transport: witness), witness)
            }
        case .formPost:
            try await withSite(SiteOptions(responseMode: .formPost), transport: witness) { site in
                // The site asks UserInfo only about people whom the ID token doesn't name.
                site.provider.change { $0.claims["name"] = .null }
                try await body(site.provider, SiteParty(site: site), witness)
            }
        }
    }

    /// Runs a body with the relying party alone at a provider of its own.
    func withLibrary(_ body: @Sendable (MisbehavingProvider, LibraryParty) async throws -> Void) async throws {
        try await MisbehavingProvider.serving { provider in
            try await body(provider, try LibraryParty(at: provider, transport: transport))
        }
    }

    /// Runs a body with the web front end at a provider of its own.
    func withSite(
        _ options: SiteOptions = SiteOptions(), transport: (any HTTPTransport)? = nil,
        _ body: @Sendable (Site) async throws -> Void
    ) async throws {
        try await MisbehavingProvider.serving { provider in
            try await Site.running(options, at: provider, transport: transport ?? self.transport, body)
        }
    }
}
