/// The page of somebody who is not signed in: the ways to sign in.
struct WelcomePage: Page {
    let layout: SiteLayout
    let signInURL: String
    let signUpURL: String?
    let facebookURL: String?
    let passwordResetURL: String?
    let opensPopUp: Bool

    init(_ configuration: TasksWebConfiguration) {
        let ways = configuration.policies.ways
        func url(_ kind: SignInKind) -> String? { ways.contains(kind) ? kind.path : nil }
        layout = SiteLayout(title: "Sign in")
        signInURL = url(.signIn) ?? url(.facebook) ?? SitePath.signUp
        signUpURL = url(.signUp)
        facebookURL = url(.facebook)
        passwordResetURL = url(.passwordReset)
        opensPopUp = !configuration.fullScreen
    }
}
