import Encodings
import HTTPTransport

/// The tenant in the address of a Microsoft authority without policies.
struct MicrosoftAuthority: Sendable, Equatable {
    /// The hosts of Entra ID in its clouds.
    private static let entraHosts: Set<String> = [
        "login.microsoftonline.com", "login.microsoftonline.us", "login.partner.microsoftonline.cn",
    ]
    /// The end of the hosts of Entra External ID.
    private static let externalSuffix = ".ciamlogin.com"
    private static let manyTenants: Set<String> = ["organizations", "common"]
    /// What the issuer of an authority of many tenants has in the place of a token's tenant.
    static let tenantPlaceholder = "{tenantid}"

    private let url: HTTPURL
    private let segments: [String]

    /// Reads an authority's address; `nil` if its host isn't Microsoft's.
    init?(_ url: HTTPURL) {
        guard Self.isHost(url.host) else { return nil }
        self.url = url
        segments = url.path.split(separator: "/").map(String.init)
    }

    /// Whether a host belongs to Entra ID or External ID.
    static func isHost(_ host: String) -> Bool { entraHosts.contains(host) || host.hasSuffix(externalSuffix) }

    /// The issuer that the metadata of an authority of many tenants may name; `nil` for an authority of one tenant.
    var issuerTemplate: String? {
        guard Self.entraHosts.contains(url.host), let tenant = segments.first,
            Self.manyTenants.contains(tenant.lowercased())
        else { return nil }
        return ([url.origin, Self.tenantPlaceholder] + segments.dropFirst()).joined(separator: "/")
    }

    /// Whether the path of an External ID authority doesn't start with a GUID, which the issuer would have.
    var isExternalIDWithoutGUID: Bool {
        url.host.hasSuffix(Self.externalSuffix) && segments.first.map(GUID.isGUID) != true
    }

    /// Whether an issuer belongs to the External ID tenant whose GUID is in the path.
    ///
    /// Its host has the GUID in place of the tenant's name. GUIDs are compared in lower case, all else byte by byte.
    func isExternalIDIssuer(_ issuer: String) -> Bool {
        guard url.origin == "https://\(url.host)", url.query == nil, url.host.hasSuffix(Self.externalSuffix),
            url.host.count(where: { $0 == "." }) == 2, segments.count == 2, segments[1] == "v2.0",
            GUID.isGUID(segments[0])
        else { return false }
        let tenant = segments[0].lowercased()
        let parts = issuer.split(separator: "/", omittingEmptySubsequences: false).map { part in
            let labels = part.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            return labels.map { GUID.lowercased(String($0)) }.joined(separator: ".")
        }
        return ByteEquality.equal(
            parts.joined(separator: "/"), "https://\(tenant)\(Self.externalSuffix)/\(tenant)/v2.0")
    }
}
