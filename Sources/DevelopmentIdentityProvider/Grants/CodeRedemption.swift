/// What a client shows to redeem a code (RFC 6749, section 4.1.3; RFC 7636, section 4.5).
struct CodeRedemption: Sendable {
    let code: OpaqueToken
    let clientID: String
    let flow: UserFlow
    let redirectURI: String
    let verifier: String
}
