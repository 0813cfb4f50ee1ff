import Encodings
import PortableFoundation

/// What a grant's tokens say of how the user authenticated.
struct IssuedAuthentication: Sendable {
    /// `auth_time`.
    private(set) var time: Date?
    /// `acr`.
    private(set) var contextClass: String?
    /// The claims of access tokens that the authorization request's `claims` requests, each as a list.
    private var requestedClaims: JSONMembers = [:]
    private let isInAccessTokens: Bool

    /// The authentication for an authorization request; without a response to its requirements they are ignored.
    init(_ asked: [String: String], _ response: StepUpResponse?, at now: Date) {
        time = now
        isInAccessTokens = response != nil
        guard let response else { return }
        contextClass = asked["acr_values"]?.split(separator: " ").first.map(String.init)
        requestedClaims = Self.requestedClaims(asked["claims"] ?? "")
        switch response {
        case .satisfied: break
        case .weakerContext: contextClass = "weaker"
        case .noContext: contextClass = nil
        case .oldAuthentication:
            let allowed = asked["max_age"].flatMap(Double.init) ?? 0
            time = now - allowed - 3600
        case .noAuthenticationTime: time = nil
        case .ignoredClaims: requestedClaims = [:]
        }
    }

    /// The claims of ID tokens.
    var claims: JSONMembers {
        var claims: JSONMembers = [:]
        claims["auth_time"] = time.map { .int(Int($0.timeIntervalSince1970)) }
        claims["acr"] = contextClass.map(JSON.string)
        return claims
    }

    /// The claims of access tokens.
    var accessTokenClaims: JSONMembers { isInAccessTokens ? claims.with(requestedClaims) : [:] }

    /// `value` or `values` of each claim (OpenID Connect Core, section 5.5.1).
    private static func requestedClaims(_ text: String) -> JSONMembers {
        let requested = JSONObject(parsing: Array(text.utf8))?["access_token"]?.object?.members ?? []
        return JSONMembers(
            requested.compactMap { member in
                let values = member.value.object.flatMap { ($0["values"] ?? $0["value"])?.strings }
                return values.map { .init(member.name, .array($0.map(JSON.string))) }
            })
    }
}
