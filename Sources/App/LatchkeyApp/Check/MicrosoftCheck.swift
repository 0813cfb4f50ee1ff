import HummingbirdOpenIDConnect
import OpenIDConnect

/// Warns of the usual mistakes with the settings at Entra ID and Entra External ID.
struct MicrosoftCheck {
    /// The tenant of Microsoft's personal accounts.
    private static let personalAccounts = "9188040d-6c67-4c5b-b112-36a304b66dad"
    /// How the scopes of Microsoft Graph start, in Microsoft's clouds.
    private static let graphs = [
        "https://graph.microsoft.com/", "https://graph.microsoft.us/", "https://dod-graph.microsoft.us/",
        "https://microsoftgraph.chinacloudapi.cn/",
    ]

    let settings: AuthoritySettings
    let authority: Authority

    var findings: [Finding] {
        guard authority.isEntra else { return [] }
        return [missingAPIScope, personalAccounts, lowerCaseHint].compactMap(\.self)
    }

    /// Without a scope of an API the access token is for Microsoft Graph, and no other API can verify its signature.
    private var missingAPIScope: Finding? {
        let scopes = settings.requestedScopes
        let isOfAPI = scopes.contains { scope in
            scope.contains("/") && !Self.graphs.contains { scope.lowercased().hasPrefix($0) }
        }
        guard !isOfAPI else { return nil }
        return .warning(
            \.scopes,
            "none is an API's, so the access token is Microsoft Graph's, whose signature no other API can verify; "
                + "expose an API in the registration, and add its scope, as api://CLIENT-ID/tasks")
    }

    private var personalAccounts: Finding? {
        guard settings.authority?.lowercased().contains("/organizations") == true,
            settings.allowedTenants.contains(where: { $0.lowercased() == Self.personalAccounts })
        else { return nil }
        return .warning(
            \.allowedTenants, "\(Self.personalAccounts) has personal accounts, which sign in at /common/v2.0 alone")
    }

    private var lowerCaseHint: Finding? {
        guard settings.signInHints.contains(where: { $0.domainHint == "google" }) else { return nil }
        return .warning(\.signInHints, "Entra refuses the hint google (AADSTS90023); write Google")
    }
}
