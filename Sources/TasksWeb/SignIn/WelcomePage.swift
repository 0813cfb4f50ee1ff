import HTTPTransport
import HummingbirdOpenIDConnect

/// The page for a browser without a session: the ways to sign in.
struct WelcomePage: Page {
    let layout: SiteLayout
    let signInURL: String
    let signUpURL: String?
    let facebookURL: String?
    /// The ways straight to one of the provider's own providers.
    let hints: [HintButton]
    let passwordResetURL: String?
    /// Only if it was asked for, because it is of no use to most who aren't signed in.
    let profileURL: String?
    let opensPopUp: Bool
    /// The accounts that this browser remembers, the last one first.
    let accounts: [AccountRow]
    /// The token of the form that forgets them.
    let forgetCSRF: String?

    var words: Catalogue { layout.words }

    /// - Parameter start: A sign-in to offer as it was asked for, with the address that starts it.
    init(
        _ configuration: TasksWebConfiguration, accounts: [RememberedAccount] = [], forgetCSRF: String? = nil,
        locale: PageLocale, starting start: (kind: SignInKind, url: String)? = nil
    ) {
        let ways = configuration.policies.ways
        func url(_ kind: SignInKind) -> String? {
            guard ways.contains(kind) else { return nil }
            return start?.kind == kind ? start?.url : kind.path
        }
        layout = SiteLayout(title: locale.words.welcome.title, locale: locale)
        signInURL = url(.signIn) ?? url(.facebook) ?? url(.signUp) ?? SitePath.signUp
        signUpURL = url(.signUp)
        facebookURL = url(.facebook)
        hints = ways.contains(.signIn) ? configuration.signInHints.map(HintButton.init) : []
        passwordResetURL = url(.passwordReset)
        profileURL = start?.kind == .profileEdit ? start?.url : nil
        opensPopUp = !configuration.fullScreen
        self.accounts = accounts.filter { ways.contains($0.kind) }.map(AccountRow.init)
        self.forgetCSRF = accounts.isEmpty ? nil : forgetCSRF
    }
}

extension WelcomePage {
    /// The page for the browser of a request, with the accounts that it remembers.
    init(
        _ configuration: TasksWebConfiguration, _ cookies: AccountCookies, _ context: WebContext,
        starting start: (kind: SignInKind, url: String)? = nil
    ) throws {
        let remembered = cookies.accounts(in: context.cookies)
        self.init(
            configuration, accounts: remembered?.accounts ?? [], forgetCSRF: try remembered.map(cookies.token(for:)),
            locale: context.locale, starting: start)
    }
}

/// A button that leads straight to one of the provider's own providers.
struct HintButton {
    let label: String
    let url: String

    init(_ hint: SignInHint) {
        label = hint.label
        url = "\(SitePath.signIn)?\(FormBody([("hint", hint.label)]).encoded)"
    }
}

/// One of the accounts that the page of sign-in offers.
struct AccountRow {
    let name: String
    let hint: String
    let url: String

    init(_ account: RememberedAccount) {
        name = account.name
        hint = account.hint
        url = "\(account.kind.path)?login_hint=\(FormBody.encode(account.hint))"
    }
}
