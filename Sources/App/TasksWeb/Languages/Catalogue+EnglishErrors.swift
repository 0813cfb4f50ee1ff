extension Catalogue {
    static let englishErrors = Errors(
        refusedByAPIAgain: Notice(
            heading: "The tasks service does not let you in",
            message: """
                You are signed in, but the tasks service refuses your sign-in, also a fresh one. Its operator has \
                to look into this.
                """
        ),
        stepUpRequiredAgain: Notice(
            heading: "The tasks service wants a stronger or fresher sign-in",
            message: """
                You have just signed in again, but the identity provider did not do what the tasks service asks \
                for. The operator of this site has to look into this. A form that you sent is kept for ten \
                minutes.
                """
        ),
        entraVersion1TokenRefused: Notice(
            heading: "The tasks service does not let you in",
            message: """
                You are signed in, but the tasks service refuses your sign-in, because the access token is a v1 \
                token of Microsoft Entra (issuer https://sts.windows.net/…). Its operator has to set \
                requestedAccessTokenVersion to 2 in the manifest of the tasks API's registration.
                """
        ),
        forged: Notice(
            heading: "This form is out of date",
            message: """
                It does not belong to the session you are in now, so nothing was changed. Try again from your \
                tasks.
                """
        ),
        notAForm: Notice(
            heading: "That was not a form",
            message: "What was sent can't be read as a form. Reload the page and try again."),
        invalidInput: Notice(heading: "That can't be saved", message: "{reason}"),
        forbidden: Notice(
            heading: "You may not do this",
            message: "The tasks service does not allow you this. Ask its operator for access."),
        noSuchTask: Notice(
            heading: "This task is gone",
            message: "It may have been deleted in another window or on another device."),
        noSuchSession: Notice(
            heading: "This session is over", message: "It has ended already, or it is not one of yours."),
        noSuchPage: Notice(
            heading: "No such page", message: "There is nothing at this address. Check it, or start over."),
        sessionTooLarge: Notice(
            heading: "Your sign-in is too large",
            message: """
                The identity provider sends more about you than a browser's cookies can hold. Its operator has to \
                send less.
                """
        ),
        providerUnavailable: Notice(
            heading: "The identity provider is not available",
            message: """
                The identity provider can't be reached or gives no sensible answer. You stay signed in; try again \
                in a moment.
                """
        ),
        providerUnavailableAtSignIn: Notice(
            heading: "The identity provider is not available",
            message: """
                The identity provider can't be reached or gives no sensible answer, so you are not signed in. Try \
                again in a moment.
                """
        ),
        unusableTokens: Notice(
            heading: "The identity provider gives no sensible answer",
            message: "You stay signed in. Try again in a moment; if that doesn't help, sign in again."),
        apiUnavailable: Notice(
            heading: "The tasks service is not available",
            message: """
                The tasks service can't be reached or gives no sensible answer. You stay signed in; try again in a \
                moment.
                """
        ),
        providerTimedOut: Notice(
            heading: "The identity provider takes too long",
            message: "The identity provider did not answer in time. You stay signed in; try again in a moment."),
        providerTimedOutAtSignIn: Notice(
            heading: "The identity provider takes too long",
            message:
                "The identity provider did not answer in time, so you are not signed in. Try again in a moment."),
        apiTimedOut: Notice(
            heading: "The tasks service takes too long",
            message: "The tasks service did not answer in time. You stay signed in; try again in a moment."),
        unknownSignIn: Notice(
            heading: "This sign-in can't be finished",
            message: """
                The identity provider's answer fits no sign-in that this browser has under way, for one of the \
                reasons below. Sign in again.
                """
        ),
        unknownSignInCauses: [
            "It was started more than ten minutes ago.",
            "It has been used already, as when a page is loaded anew or gone back to.",
            "It was started in another browser, or in a private window.",
            """
            This browser does not send our cookies back: it blocks them, or the site is reached over http in one \
            place and over https in another.
            """,
        ],
        unknownSignInWhileSignedIn: Notice(
            heading: "This sign-in can't be finished",
            message: """
                It has been used already, or is too old. You are still signed in, and nothing has changed: go on \
                with your tasks.
                """
        ),
        signInLoop: Notice(
            heading: "Signing in goes round in circles",
            message: """
                This browser has signed in more than ten times within a minute, so this stops here. Wait a minute, \
                then try once more. If it comes back, the site's operator has to fix one of the things below.
                """
        ),
        signInLoopCauses: [
            """
            The clock: this site's clock, or that of one of its machines, is wrong, so that a sign-in is over as \
            soon as it begins.
            """,
            """
            The scheme: the site is reached over http but set up for https, or the other way round, so that its \
            cookies don't come back.
            """,
            "The domain: the site is reached by another name than the one that it is set up for.",
            "The tasks service: it refuses each sign-in, also a fresh one.",
        ],
        signInLimit: Notice(
            heading: "Too many sign-ins",
            message: """
                You have signed in so often within a day that this site starts no further session for you. Where you \
                are signed in, nothing changes. Try again tomorrow.
                """
        ),
        signInFailed: Notice(heading: "You are not signed in", message: "{reason} You can try again."),
        notAdmitted: Notice(
            heading: "This account may not come in",
            message: """
                You are signed in at the identity provider, but this site is not open to your account. Sign in \
                with another account, or ask the site's operator.
                """
        ),
        refusedAtProvider: Notice(
            heading: "The identity provider did not let you in",
            message: """
                The sign-in was refused or cancelled at the identity provider. Sign in with another account, or ask \
                the site's operator, who finds the reason by the reference below.
                """
        ),
        claimLeftOut: Notice(
            heading: "The identity provider left out what this site checks",
            message: """
                Your account has too many values of {claim} to fit into its token. The site's operator has to set \
                the identity provider to emit only the groups assigned to the application, or to use app roles \
                instead.
                """
        ),
        misconfigured: Notice(
            heading: "Sign-in is not set up right",
            message: "The identity provider refuses this site. Its operator has to correct the setting {setting}."),
        storeUnavailable: Notice(
            heading: "Not just now", message: "The database of sessions can't be reached. Try again in a moment."),
        signedOutHereOnly: Notice(
            heading: "You are signed out in this browser",
            message: """
                The database of sessions can't be reached, so a copy of your session's cookie, if there is one, \
                can't be refused everywhere yet. It will be, by itself, seconds after the database is back.
                """
        ),
        signedOutInMemoryOnly: Notice(
            heading: "You are signed out in this browser",
            message: """
                The database of sessions can't be reached, and your sign-out couldn't be saved on disk. It holds \
                in this process of the site alone: if that ends before the database is back, a copy of your \
                session's cookie, if there is one, is accepted again.
                """
        ),
        providerBusy: Notice(heading: "The identity provider is busy", message: "Try again in a few minutes."),
        siteBusy: Notice(
            heading: "Too much at once",
            message: """
                This site is working on too many requests, from you or from everybody. Nothing was changed. Try \
                again in a moment.
                """
        ),
        internalFault: Notice(
            heading: "Something went wrong here",
            message: "The fault is ours. Try again in a moment; if it stays, tell us the reference below."),
        wrongMethod: Notice(
            heading: "That can't be done here", message: "This address does not take this kind of request."),
        tooLarge: Notice(
            heading: "That was too much", message: "What was sent is larger than 64 KiB. Send less of it."),
        badRequest: Notice(
            heading: "That request can't be served", message: "Go back, reload the page and try again."),
        serverFault: Notice(
            heading: "Something went wrong here", message: "The fault is ours. Try again in a moment."))
}
