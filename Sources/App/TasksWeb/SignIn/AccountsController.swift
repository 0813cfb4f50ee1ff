import HTTPTransport
import Hummingbird
import HummingbirdOpenIDConnect
import WebSupport

/// Remembers an account on this browser if its user requests it, and forgets it again.
struct AccountsController: Sendable {
    let cookies: AccountCookies
    let configuration: TasksWebConfiguration

    /// The routes of a signed-in user: for their own account.
    func addRoutes(to group: RouterGroup<SignedInUserContext>) {
        group.post(RouterPath(SitePath.rememberAccount)) { _, context -> Response in
            let account = try await RememberedAccount(context.session, at: configuration.authorities)
            if let account { try cookies.remember(account, in: context.session) }
            return Response(seeOther: SitePath.sessions)
        }
        group.post(RouterPath(SitePath.forgetAccount)) { _, context -> Response in
            let account = try await RememberedAccount(context.session, at: configuration.authorities)
            if let account { try cookies.forget(account, in: context.session) }
            return Response(seeOther: SitePath.sessions)
        }
    }

    /// The route of any user of this browser: for all that it remembers.
    func addRoutes(to group: RouterGroup<WebContext>) {
        group.post(RouterPath(SitePath.forgetAccounts)) { _, context -> Response in
            let accounts = cookies.accounts(in: context.session)
            let isToken = accounts.map { cookies.isToken(context.form[single: "csrf"], for: $0) } ?? false
            // If a user is signed in, the session's token has been checked.
            guard context.session.user != nil || isToken else {
                // A cookie that doesn't open is of no use.
                if accounts == nil { cookies.forgetAll(in: context.session) }
                throw SignInError(.crossSiteRequest)
            }
            cookies.forgetAll(in: context.session)
            return Response(seeOther: SitePath.home)
        }
    }
}

extension Catalogue {
    /// The texts about accounts that users chose to have remembered on their browser.
    struct Accounts: Sendable {
        /// With the account's `name`.
        let continueAs: Phrase
        let useAnother: String
        let forget: String
        let offer: String
        let offerExplanation: String
        let stopOffering: String
        let stopOfferingExplanation: String
    }
}
