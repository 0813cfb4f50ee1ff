import MisbehavingProvider

/// Entra ID and Entra External ID: issuers, tenants, hints, who may sign in, and the client's credentials.
enum MicrosoftPlan {
    static let modules = externalID + refresh + manyTenants + site + CredentialModules.modules

    private static let externalID: [Module] = [
        signIn("External ID by its name, with the tenant's GUID in the issuer", .externalID) { _, _ in },
        refuses("External ID with another tenant's issuer", .externalID) { provider, _ in
            let other = MicrosoftTrial.foreignTenant
            provider.change { $0.metadata["issuer"] = .string("https://\(other).ciamlogin.com/\(other)/v2.0") }
        },
        refuses("External ID with an issuer of another domain", .externalID) { provider, place in
            let issuer = place.issuer.replacing("ciamlogin.com", with: "ciamlogin.example")
            provider.change { $0.metadata["issuer"] = .string(issuer) }
        },
        refuses("External ID with the tenant's name in the ID token's issuer", .externalID) { provider, place in
            provider.change { $0.claims["iss"] = .string(place.authority) }
        },
    ]

    private static let refresh = [
        Module(name: "External ID: a refresh brings an ID token") { try await MicrosoftTrial.runRefresh(on: $0) }
    ]

    private static let manyTenants: [Module] = [
        signIn("many tenants: a user of one", .manyTenants) { _, _ in },
        signIn("many tenants: a user of another", .manyTenants) { provider, _ in
            provider.user = MicrosoftTrial.user(MicrosoftTrial.otherTenant)
        },
        refuses("many tenants: a user of a tenant that isn't listed", .manyTenants) { provider, _ in
            provider.user = MicrosoftTrial.user(MicrosoftTrial.foreignTenant)
        },
        refuses("many tenants: an ID token without tid", .manyTenants) { provider, _ in
            provider.change { $0.claims["tid"] = .null }
        },
        refuses("many tenants: a tid that is no GUID", .manyTenants) { provider, _ in
            provider.change { $0.claims["tid"] = "contoso.onmicrosoft.com" }
        },
        refuses("many tenants: a tid that isn't the issuer's", .manyTenants) { provider, _ in
            provider.change { $0.claims["tid"] = .string(MicrosoftTrial.otherTenant) }
        },
        refuses("many tenants: the template itself as the issuer", .manyTenants) { provider, place in
            provider.change { $0.claims["iss"] = .string(place.issuer) }
        },
        signIn("many tenants: a key of the user's tenant", .manyTenants) { provider, place in
            provider.change { $0.keys = .boundToIssuer(place.issuer(of: MicrosoftTrial.tenant)) }
        },
        refuses("many tenants: a key of another issuer", .manyTenants) { provider, place in
            provider.change { $0.keys = .boundToIssuer(place.issuer(of: MicrosoftTrial.otherTenant)) }
        },
    ]

    private static let site: [Module] = [
        Module(name: "a button's hint is sent with its letter case") { try await AdmissionTrial.hints(on: $0) },
        Module(name: "the ID token's login_hint is sent at sign-out") { try await AdmissionTrial.logoutHint(on: $0) },
        Module(name: "a user without a required claim") {
            try await AdmissionTrial.refuses(["groups": ["others"]], on: $0)
        },
        Module(name: "a user with too many groups for a token") {
            try await AdmissionTrial.refuses(["_claim_names": .object(["groups": "src1"])], on: $0)
        },
    ]

    private static func signIn(
        _ name: String, _ place: MicrosoftTrial.Place,
        _ change: @escaping @Sendable (ScriptedProvider, MicrosoftTrial.Place) -> Void
    ) -> Module {
        Module(name: name) {
            try await MicrosoftTrial(place: place, isAccepted: true, change: change).run(on: $0)
        }
    }

    private static func refuses(
        _ name: String, _ place: MicrosoftTrial.Place,
        _ change: @escaping @Sendable (ScriptedProvider, MicrosoftTrial.Place) -> Void
    ) -> Module {
        Module(name: name) {
            try await MicrosoftTrial(place: place, isAccepted: false, change: change).run(on: $0)
        }
    }
}
