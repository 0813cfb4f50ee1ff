/// Every text of the pages, in one language.
///
/// Each language makes one, in two files, of which one has the texts of errors; a text that it lacks does not compile.
/// A class, so that passing a catalogue on copies nothing.
final class Catalogue: Sendable {
    let language: Language
    let site: Site
    let welcome: Welcome
    let accounts: Accounts
    let tasks: Tasks
    let pendingForm: PendingForm
    let claims: Claims
    let sessions: Sessions
    let keys: Keys
    let signedOut: SignedOut
    let repost: Repost
    let errorPage: ErrorPage
    let errors: Errors
    let input: Input
    let signIn: SignIn

    init(
        _ language: Language, site: Site, welcome: Welcome, accounts: Accounts, tasks: Tasks, pendingForm: PendingForm,
        claims: Claims, sessions: Sessions, keys: Keys, signedOut: SignedOut, repost: Repost, errorPage: ErrorPage,
        errors: Errors, input: Input, signIn: SignIn
    ) {
        self.language = language
        self.site = site
        self.welcome = welcome
        self.accounts = accounts
        self.tasks = tasks
        self.pendingForm = pendingForm
        self.claims = claims
        self.sessions = sessions
        self.keys = keys
        self.signedOut = signedOut
        self.repost = repost
        self.errorPage = errorPage
        self.errors = errors
        self.input = input
        self.signIn = signIn
    }
}

extension Catalogue {
    /// The texts around every page.
    struct Site: Sendable {
        /// Before the content, for keyboard users.
        let skipToContent: String
        /// The name of the main navigation.
        let mainNavigation: String
        let tasks: String
        let claims: String
        let sessions: String
        let profile: String
        /// Before the user's name.
        let signedInAs: String
        let signOut: String
        /// The name of the choice of languages.
        let language: String
        /// The link to the page of keys.
        let keys: String
    }
}
