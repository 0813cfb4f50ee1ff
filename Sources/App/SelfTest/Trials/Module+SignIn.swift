import HTTPTransport
import MisbehavingProvider
import OpenIDConnect

/// Modules that are one sign-in.
extension Module {
    /// A sign-in that has to succeed, at a provider that does something out of the way and allowed.
    static func accepts(
        _ name: String, _ variant: Variant = .library,
        when err: (@Sendable (ScriptedProvider) throws -> Void)? = nil,
        isMet: @escaping @Sendable (SignInRecord) -> Bool
    ) -> Module {
        signIn(name, variant, .accepted, err, isMet)
    }

    /// A sign-in that has to be refused, at a provider that errs.
    static func refuses(
        _ name: String, _ variant: Variant = .library,
        when err: @escaping @Sendable (ScriptedProvider) throws -> Void,
        isMet: @escaping @Sendable (SignInRecord) -> Bool
    ) -> Module {
        signIn(name, variant, .refused, err, isMet)
    }

    /// A sign-in whose ID token has to be accepted.
    static func accepts(
        _ name: String, _ variant: Variant = .library, idToken change: IDTokenChange,
        isMet: @escaping @Sendable (DecodedToken) -> Bool
    ) -> Module {
        signIn(name, variant, .accepted, { $0.change { $0.idToken = change } }, { $0.token.map(isMet) ?? false })
    }

    /// A sign-in whose ID token has to be refused.
    static func refuses(
        _ name: String, _ variant: Variant = .library, idToken change: IDTokenChange,
        isMet: @escaping @Sendable (DecodedToken) -> Bool
    ) -> Module {
        signIn(name, variant, .refused, { $0.change { $0.idToken = change } }, { $0.token.map(isMet) ?? false })
    }

    /// A sign-in whose authorization response has to be refused.
    ///
    /// - Parameter redeems: Whether the fault shows only when the code is redeemed.
    static func refuses(
        _ name: String, redirect change: RedirectChange, redeems: Bool = false,
        isMet: @escaping @Sendable (FormBody) -> Bool
    ) -> Module {
        signIn(name, .library, .refused, { $0.change { $0.redirect = change } }) {
            isMet($0.redirect) && $0.requests(at: .token).count == (redeems ? 1 : 0)
        }
    }

    /// A sign-in whose token response has to be refused, although the ID token in it may be right.
    static func refuses(
        _ name: String, tokenResponse change: TokenResponseChange, isMet: @escaping @Sendable (Claims) -> Bool
    ) -> Module {
        signIn(name, .library, .refused, { $0.change { $0.code = change } }) { $0.tokenResponse.map(isMet) ?? false }
    }

    /// A sign-in whose token response has to be accepted.
    static func accepts(
        _ name: String, tokenResponse change: TokenResponseChange, isMet: @escaping @Sendable (Claims) -> Bool
    ) -> Module {
        signIn(name, .library, .accepted, { $0.change { $0.code = change } }) { $0.tokenResponse.map(isMet) ?? false }
    }

    /// A sign-in after which UserInfo's response must be ignored.
    static func refuses(
        _ name: String, _ variant: Variant = .library, userInfo change: UserInfoChange,
        isMet: @escaping @Sendable (SignInRecord) -> Bool
    ) -> Module {
        signIn(name, variant, .withoutUserInfo, { $0.change { $0.userInfo = change } }, isMet)
    }

    static func signIn(
        _ name: String, _ variant: Variant, _ verdict: SignInTrial.Verdict,
        _ err: (@Sendable (ScriptedProvider) throws -> Void)?,
        _ isMet: @escaping @Sendable (SignInRecord) -> Bool
    ) -> Module {
        let trial = SignInTrial(variant: variant, verdict: verdict, err: err, isMet: isMet)
        return Module(name: name) { try await trial.run(on: $0) }
    }
}
