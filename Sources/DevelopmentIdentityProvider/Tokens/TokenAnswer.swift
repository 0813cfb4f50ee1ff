/// The token endpoint's answer (RFC 6749, section 5.1), with the members that B2C adds.
struct TokenAnswer: Sendable, Encodable {
    let accessToken: String
    let idToken: String
    let tokenType = "Bearer"
    let expiresIn: Int
    let notBefore: Int
    let expiresOn: Int
    let resource: String
    let scope: String
    let refreshToken: String?
    let refreshTokenExpiresIn: Int?

    enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case idToken = "id_token"
        case tokenType = "token_type"
        case expiresIn = "expires_in"
        case notBefore = "not_before"
        case expiresOn = "expires_on"
        case resource
        case scope
        case refreshToken = "refresh_token"
        case refreshTokenExpiresIn = "refresh_token_expires_in"
    }
}
