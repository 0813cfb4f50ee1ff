extension Catalogue {
    static let english = Catalogue(
        .english,
        site: Site(
            skipToContent: "Skip to content",
            mainNavigation: "Main",
            tasks: "Tasks",
            claims: "Claims",
            sessions: "Sessions",
            profile: "Profile",
            signedInAs: "Signed in as",
            signOut: "Sign out",
            language: "Language",
            keys: "Keys"),
        welcome: Welcome(
            title: "Sign in",
            heading: "Your tasks, behind your own key.",
            lead: "One calm list of what you mean to do. Sign in with the account you already have, and it is there.",
            signIn: "Sign in",
            createAccount: "Create an account",
            facebook: "Continue with Facebook",
            forgotPassword: "Forgot your password?",
            pictureHeading: "Today",
            pictureCount: "3 left",
            pictureFirst: "Book the ferry for June",
            pictureDone: "Pick up the spare keys",
            pictureSecond: "Call Grandma back",
            pictureThird: "Water the tomatoes"),
        accounts: Accounts(
            continueAs: "Continue as {name}",
            useAnother: "Use another account",
            forget: "Forget the accounts on this browser",
            offer: "Offer my account on the sign-in page of this browser",
            offerExplanation: """
                Next time, one click on your account begins the sign-in. Whoever opens this browser then sees it \
                there, but can't sign in by that alone.
                """,
            stopOffering: "Don't offer it any more",
            stopOfferingExplanation:
                "Your account is offered on the sign-in page of this browser. Whoever opens it next can see it."),
        tasks: Tasks(
            heading: "Tasks",
            newTask: "New task",
            placeholder: "What needs doing?",
            add: "Add",
            show: "Show",
            all: "All",
            active: "Active",
            completed: "Completed",
            completeAll: "Complete all",
            reopenAll: "Reopen all",
            clearCompleted: "Clear completed",
            left: .oneOther(one: "{count} task left", other: "{count} tasks left"),
            moreThanLeft: .oneOther(one: "more than {count} task left", other: "more than {count} tasks left"),
            count: .oneOther(one: "{count} task", other: "{count} tasks"),
            moreThan: .oneOther(one: "more than {count} task", other: "more than {count} tasks"),
            complete: "Complete:",
            reopen: "Reopen:",
            delete: "Delete:",
            edit: "Edit",
            taskText: "Text of the task",
            save: "Save",
            cancel: "Cancel",
            deleteTask: "Delete the task",
            gone: "This task is gone: it was deleted in another window or on another device.",
            deleted: "Deleted “{task}”",
            undo: "Undo",
            pasteQuestion: "Add each line as a task of its own? ({count})",
            pasteEach: "One task each",
            pasteOne: "As one task",
            noConnection: "No connection. Check before you try again.",
            allDone: Emptiness(
                heading: "All done", text: "Nothing is left to do. Enjoy it, or add the next thing above."),
            noneActive: Emptiness(
                heading: "Nothing active", text: "Tasks that wait to be done appear here. Add one above."),
            noneCompleted: Emptiness(
                heading: "Nothing completed yet", text: "Tick a task off and you will find it here."),
            none: Emptiness(heading: "A clear list", text: "Write down the first thing on your mind and press Enter."),
            noMore: Emptiness(heading: "No more tasks", text: "You have reached the end of the list."),
            pages: "Pages",
            toStart: "Back to the start",
            more: "More tasks",
            newAtEnd: "New tasks go to the end of the list."),
        pendingForm: PendingForm(
            heading: "You were signed out while you worked. {question}",
            add: "Add this task?",
            change: "Change the task to this?",
            complete: "Mark the task as done?",
            reopen: "Reopen the task?",
            delete: "Delete the task?",
            deleteNamed: "Delete this task?",
            completeAll: "Mark all tasks as done?",
            reopenAll: "Reopen all tasks?",
            clearCompleted: "Clear the completed tasks?",
            confirm: "Yes, do it",
            discard: "No, discard it"),
        claims: Claims(
            heading: "Claims",
            lead: "What your identity provider says about you in this session.",
            idToken: "From the ID token",
            userInfo: "From UserInfo",
            claim: "Claim",
            value: "Value"),
        sessions: Sessions(
            heading: "Sessions",
            lead: "Where you are signed in. End what you don't know or no longer use.",
            current: "this one",
            signedIn: "Signed in",
            lastUsed: "last used",
            time: "{time} UTC",
            browserOn: "{browser} on {system}",
            unknownBrowser: "An unknown browser",
            signOutHere: "Sign out here",
            end: "End",
            endNamed: "End the session of {browser}, signed in {time}",
            endOthers: "End all others"),
        keys: Keys(
            heading: "Keys",
            lead: "On the page of tasks, where scripts run.",
            newTask: "Write a new task",
            help: "Show these keys",
            save: "Save what is typed",
            cancel: "Leave a task as it was",
            close: "Close",
            switchOff: "Switch off n and ?"),
        signedOut: SignedOut(
            title: "Signed out",
            heading: "You are signed out",
            signedInHeading: "You are signed in",
            lead: """
                Your session has ended and the door is locked. If others use this computer, close the browser window \
                too.
                """,
            signInAgain: "Sign in again"),
        repost: Repost(
            title: "Signing in",
            heading: "Signing you in",
            lead: "One moment. If nothing happens, press Continue.",
            proceed: "Continue"),
        errorPage: ErrorPage(
            status: "Status",
            draftHeading: "What you typed is kept",
            mayBeSaved:
                "The task may have been saved nevertheless: look at your list before you try again.",
            task: "Task",
            tryAgain: "Try again",
            toCopy: "What you typed, to copy",
            reference: "Reference",
            toSignIn: "Try to sign in again",
            toTasks: "Back to your tasks",
            toStart: "To the start page",
            toSessions: "To your sessions",
            toProviderSignOut: "Sign out at the identity provider too"),
        errors: Errors(
            refusedByAPIAgain: Notice(
                heading: "The tasks service does not let you in",
                message: """
                    You are signed in, but the tasks service refuses your sign-in, also a fresh one. Its operator has \
                    to look into this.
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
                    It does not belong to the session you are in now, so nothing was changed. Reload the page and try \
                    again.
                    """
            ),
            notAForm: Notice(
                heading: "That was not a form",
                message: "What was sent can't be read as a form. Reload the page and try again."),
            invalidInput: Notice(heading: "That can't be saved", message: "{reason}"),
            forbidden: Notice(
                heading: "You may not do this",
                message: "The tasks service does not allow you this. Ask whoever runs it for access."),
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
            signInFailed: Notice(heading: "You are not signed in", message: "{reason} You can try again."),
            notAdmitted: Notice(
                heading: "This account may not come in",
                message: """
                    You are signed in at the identity provider, but this site is not open to your account. Sign in \
                    with another account, or ask the site's operator.
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
                heading: "Something went wrong here", message: "The fault is ours. Try again in a moment.")),
        input: Input(
            empty: "Write what is to be done first.",
            tooLong: "A task may have at most {limit} characters. Shorten it, or make two of it.",
            containsNull: "A task can't hold the character NUL. Take it out.",
            emptied: "There is no text left. Write what is to be done, or delete the task.",
            nothingToChange: "The form says neither what the task is nor whether it is done.",
            noTaskNamed: "The form does not say which task.",
            noCompletion: "The form does not say whether the tasks are done.",
            badCompletion: "Whether a task is done is true or false, nothing else.",
            refusedByAPI: "The tasks service did not accept this. Change the text and try again."),
        signIn: SignIn(
            notCompleted: "The sign-in was not completed.",
            signInAgain: "The identity provider wants you to sign in again.",
            interactionRequiredAgain: """
                The identity provider asks for another sign-in right after this one. Wait a minute; if it goes on, ask \
                whoever runs this site for help.
                """,
            untrustworthyResponse: "The identity provider's answer was not one to trust.",
            unverifiable: "What the identity provider said about you could not be verified.",
            unknownToProvider: "The identity provider no longer knows of this sign-in.",
            refused: "The identity provider refused the sign-in ({code}).",
            accountLocked: "The account is locked. Wait a while, or ask whoever runs it for help.",
            providerBusy: "The identity provider is busy.",
            unreadableLink: "The link that brought you here can't be read.",
            unreadableResponse: "The identity provider's answer can't be read.",
            otherProvider: "The link that brought you here names another identity provider."))
}
