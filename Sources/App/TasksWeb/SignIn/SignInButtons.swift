import HTTPTransport
import HummingbirdOpenIDConnect

/// The addresses of the buttons that lead to one authority.
struct SignInButtons {
    /// The authority's label; `nil`: the main one's buttons say only what they do.
    let label: String?
    let signInURL: String?
    let signUpURL: String?
    let facebookURL: String?
    /// The ways straight to one of the authority's own providers.
    let hints: [HintButton]
    let passwordResetURL: String?
    /// Only if it was requested, because it is of no use to most users who aren't signed in.
    let profileURL: String?

    /// - Parameters:
    ///   - query: The query of each address, with the page to return to.
    ///   - start: A sign-in that waits for confirmation. Its address replaces the one of its kind.
    init(_ authority: SignInAuthority, query: FormBody = FormBody(), starting start: SignInStart? = nil) {
        let ways = authority.ways
        func url(_ kind: SignInKind) -> String? {
            guard ways.contains(kind) else { return nil }
            let path = authority.path(kind)
            return start?.route.path == path ? start?.path : query.fields.isEmpty ? path : "\(path)?\(query.encoded)"
        }
        label = authority.label
        signInURL = url(.signIn) ?? url(.facebook) ?? url(.signUp)
        signUpURL = url(.signUp)
        facebookURL = url(.facebook)
        hints = ways.contains(.signIn) ? authority.hints.map { HintButton($0, at: authority, query: query) } : []
        passwordResetURL = url(.passwordReset)
        profileURL = start?.route.path == authority.path(.profileEdit) ? start?.path : nil
    }
}

/// A button that leads straight to one of the authority's own providers.
struct HintButton {
    let label: String
    let url: String

    init(_ hint: SignInHint, at authority: SignInAuthority, query: FormBody) {
        label = hint.label
        url = "\(authority.path(.signIn))?\(FormBody([("hint", hint.label)] + query.fields).encoded)"
    }
}
