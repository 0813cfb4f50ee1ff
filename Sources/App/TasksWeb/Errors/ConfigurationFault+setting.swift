package import OpenIDConnect

extension ConfigurationFault {
    /// The name of the program's setting to fix.
    package var setting: String {
        switch self {
        case .authority: "authority"
        case .allowedTenants: "allowedTenants"
        case .clientID: "clientId"
        case .clientSecret: "clientSecret"
        case .clientKey: "clientKeyFile"
        case .clientCertificate: "clientCertificateFile"
        case .clientAssertion: "clientAssertionFile"
        case .clientAuthentication: "clientAuthentication"
        case .redirectURI: "redirectUri"
        case .scopes: "scopes"
        case .extraParameters: "extraQueryParameters"
        case .pushedRequests: "pushedRequests"
        }
    }

    /// The same name with the entry of the settings that it is in.
    func setting(in entry: String?) -> String { (entry.map { "\($0)." } ?? "") + setting }
}
