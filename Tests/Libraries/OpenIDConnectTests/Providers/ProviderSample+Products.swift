/// Providers as their documentation and their metadata show them, each with all of its ways at once.
///
/// Written from public information; no request is sent to them.
extension ProviderSample {
    static let products = [
        keycloak, auth0, okta, google, entra, entraForManyTenants, externalID, azureADB2C, authentik, dex, zitadel,
        cognito, gitLab, pocketID,
    ]
}
