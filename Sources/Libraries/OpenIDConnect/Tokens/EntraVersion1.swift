import Encodings

/// Access tokens of Microsoft Entra in version 1, which an API gets unless its registration has version 2.
///
/// Their issuer isn't the one in the metadata of version 2, so they never verify.
extension Claims {
    private static let entraVersion1Issuers = ["https://sts.windows.net/", "https://sts.chinacloudapi.cn/"]

    /// Whether the claims come from a v1 access token of Microsoft Entra.
    package var isEntraVersion1: Bool {
        guard self[string: "ver"] == "1.0", let issuer = self[string: "iss"] else { return false }
        return Self.entraVersion1Issuers.contains(where: issuer.hasPrefix)
    }

    /// The refusal of such a token; `nil` for other claims.
    package var entraVersion1Refusal: OpenIDConnectError? {
        guard isEntraVersion1, let issuer = self[string: "iss"] else { return nil }
        return TokenPurpose.accessToken.refusal(.entraVersion1, "iss \(issuer), ver 1.0")
    }
}
