import HTTPTransport
import HummingbirdOpenIDConnect

/// The page for a browser without a session: the ways to sign in.
struct WelcomePage: Page {
    let layout: SiteLayout
    /// The buttons of each authority, the main one's first.
    let authorities: [SignInButtons]
    let opensPopUp: Bool
    /// The accounts that this browser remembers, the last one first.
    let accounts: [AccountRow]
    /// The token of the form that forgets them.
    let forgetCSRF: String?

    var words: Catalogue { layout.words }

    /// - Parameters:
    ///   - query: The parameters of a sign-in that every button passes on.
    ///   - start: A sign-in to offer as it was requested, with the address that starts it.
    init(
        _ configuration: TasksWebConfiguration, accounts: [RememberedAccount] = [], forgetCSRF: String? = nil,
        locale: PageLocale, query: FormBody = FormBody(), starting start: SignInStart? = nil
    ) {
        layout = SiteLayout(title: locale.words.welcome.title, locale: locale)
        authorities = configuration.authorities.map { SignInButtons($0, query: query, starting: start) }
        opensPopUp = !configuration.fullScreen
        self.accounts = accounts.compactMap { account in
            let authority = configuration.authorities.first { $0.siteName == account.authority }
            return authority.flatMap { AccountRow(account, at: $0, query: query) }
        }
        self.forgetCSRF = accounts.isEmpty ? nil : forgetCSRF
    }
}

extension WelcomePage {
    /// The page for the browser of a request, with the accounts that it remembers.
    init(
        _ configuration: TasksWebConfiguration, _ cookies: AccountCookies, _ context: WebContext,
        query: FormBody = FormBody(), starting start: SignInStart? = nil
    ) throws {
        let remembered = cookies.accounts(in: context.session)
        self.init(
            configuration, accounts: remembered?.accounts ?? [], forgetCSRF: try remembered.map(cookies.token(for:)),
            locale: context.locale, query: query, starting: start)
    }
}

/// One of the accounts that the page of sign-in offers.
struct AccountRow {
    let name: String
    let hint: String
    /// The label of a further authority.
    let authority: String?
    let url: String

    /// - Returns: `nil` if the authority has no such way any more.
    init?(_ account: RememberedAccount, at authority: SignInAuthority, query: FormBody = FormBody()) {
        guard authority.ways.contains(account.kind) else { return nil }
        name = account.name
        hint = account.hint
        self.authority = authority.label
        let parameters = FormBody([("login_hint", account.hint)] + query.fields)
        url = "\(authority.path(account.kind))?\(parameters.encoded)"
    }
}
