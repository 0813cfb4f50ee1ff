/// The page of somebody who is not signed in: the ways to sign in.
struct WelcomePage: Page {
    let layout: SiteLayout
    let signInURL: String
    let signUpURL: String?
    let facebookURL: String?
    let passwordResetURL: String?
    let opensPopUp: Bool
    /// The accounts that this browser remembers, the last one first.
    let accounts: [AccountRow]
    /// The token of the form that forgets them.
    let forgetCSRF: String?

    var words: Catalogue { layout.words }

    init(
        _ configuration: TasksWebConfiguration, accounts: [RememberedAccount] = [], forgetCSRF: String? = nil, reader: Reader
    ) {
        let ways = configuration.policies.ways
        func url(_ kind: SignInKind) -> String? { ways.contains(kind) ? kind.path : nil }
        layout = SiteLayout(title: reader.words.welcome.title, reader: reader)
        signInURL = url(.signIn) ?? url(.facebook) ?? SitePath.signUp
        signUpURL = url(.signUp)
        facebookURL = url(.facebook)
        passwordResetURL = url(.passwordReset)
        opensPopUp = !configuration.fullScreen
        self.accounts = accounts.filter { ways.contains($0.kind) }.map(AccountRow.init)
        self.forgetCSRF = accounts.isEmpty ? nil : forgetCSRF
    }
}
