import HummingbirdOpenIDConnect
import OpenIDConnect

/// Warns of the usual mistakes with the settings at Entra ID and Entra External ID.
struct MicrosoftCheck {
    /// The tenant of Microsoft's personal accounts.
    private static let personalAccounts = "9188040d-6c67-4c5b-b112-36a304b66dad"

    let settings: AuthoritySettings
    let authority: Authority

    var findings: [Finding] {
        guard authority.isEntra else { return [] }
        return [missingAPIScope, personalAccounts, lowerCaseHint].compactMap(\.self)
    }

    /// Without a scope of an API the access token is for Microsoft Graph, and no other API can verify its signature.
    private var missingAPIScope: Finding? {
        let scopes = settings.requestedScopes(clientId: settings.clientId ?? "")
        guard !scopes.contains(where: { $0.contains("/") && !$0.hasPrefix("https://graph.microsoft.com/") }) else {
            return nil
        }
        return .warning(
            \.scopes,
            "none is an API's, so the access token is Microsoft Graph's, which no other API can verify; "
                + "expose an API in the registration, and add its scope, as api://CLIENT-ID/tasks")
    }

    private var personalAccounts: Finding? {
        guard settings.authority?.contains("/organizations") == true,
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
