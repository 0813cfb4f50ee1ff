import HTTPTypes
import Hummingbird
import HummingbirdOpenIDConnect

extension SignInHooks<WebContext> {
    /// The site's part of a sign-in: its languages, its pages, and the accounts that a browser remembers.
    init(_ configuration: TasksWebConfiguration, accounts: AccountCookies, errorPages: ErrorPages) {
        self.init()
        uiLocales = { _, context in context.locale.uiLocales }
        signedIn = { response, _, context in
            // Most browsers remember no account, and need no look at the ID token.
            guard let known = accounts.accounts(in: context.session),
                let account = try? await RememberedAccount(context.session, at: configuration.authorities),
                known.contains(account)
            else { return response }
            try? accounts.remember(account, in: context.session)
            return response
        }
        errorPage = { error, request, context in errorPages.response(to: error, request, context) }
        // The start page takes the place of a sign-in: its button starts the one that was requested.
        confirmStart = { start, _, context in
            .page(try WelcomePage(configuration, accounts, context, starting: start))
        }
        repost = { form, path, _, context in
            .page(RepostPage(form, action: path, words: context.locale.words))
        }
    }
}
