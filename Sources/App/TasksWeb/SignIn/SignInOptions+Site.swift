package import HummingbirdOpenIDConnect

extension SignInOptions {
    /// The site's paths and cookies.
    package static var site: SignInOptions {
        SignInOptions(
            signOutPath: SitePath.signOut, backChannelLogoutPath: SitePath.backChannelLogout,
            frontChannelLogoutPath: SitePath.frontChannelLogout, homePath: SitePath.home, signedInPath: SitePath.tasks,
            signedOutPath: SitePath.signedOut, unreturnablePaths: ReturnPath.excluded, cookieName: SiteCookies.prefix,
            expendableCookies: SiteCookies.expendable, signOutCookies: SiteCookies.ofSession,
            sealedCookies: SiteCookies.sealed)
    }
}
