/// What is different about UserInfo.
public enum UserInfoChange: Sendable, Equatable {
    /// No usable answer.
    case fault(AnswerFault)
    /// Another person's claims.
    case otherSubject
    /// No `sub`, as Azure AD B2C has it.
    case noSubject
    /// A signed answer (OpenID Connect Core, section 5.3.2): to be accepted.
    case signed
    /// A signed answer whose signature is wrong.
    case signedWrongly
    /// A signed answer for another client.
    case signedForAnother
}
