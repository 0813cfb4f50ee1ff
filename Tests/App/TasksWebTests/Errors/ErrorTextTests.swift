import HTTPTypes
import Testing

@testable import TasksWeb

@Suite struct ErrorTextTests {
    @Test(
        "Each error has its documented status",
        arguments: [
            (.refusedByAPIAgain, 502), (.entraVersion1TokenRefused, 502), (.forged, 403), (.notAForm, 415),
            (.invalidInput(.noTaskNamed), 422),
            (.forbidden, 403), (.noSuchTask, 404), (.noSuchPage, 404), (.sessionTooLarge, 502),
            (.unavailable(.api), 502),
            (.unavailable(.provider), 502), (.timedOut(.api), 504), (.timedOut(.provider), 504), (.unknownSignIn, 400),
            (.notAdmitted(claim: "groups", isLeftOut: false), 403),
            (.notAdmitted(claim: "groups", isLeftOut: true), 403),
            (.refusedAtProvider, 403), (.unusableTokens, 502),
            (.signInFailed(.notCompleted), 400), (.signInLoop, 429),
            (.misconfigured(setting: "clientId"), 502), (.signInMisconfigured(setting: "clientId"), 400),
            (.storeUnavailable, 503),
            (.providerBusy(retryAfter: 30), 503), (.siteBusy(retryAfter: 5), 503), (.internalFault, 500),
        ] as [(PageError.Kind, Int)])
    func statuses(_ kind: PageError.Kind, _ status: Int) {
        let text = ErrorText(kind)
        #expect(text.status.code == status)
        #expect(!text.heading.isEmpty && text.message.hasSuffix("."), "says what happened and what to do")
        #expect(text.action.url.hasPrefix("/"))
    }

    @Test("What may be behind a sign-in that can't be finished, or goes round in circles, is named") func causes() {
        let unknown = ErrorText(.unknownSignIn)
        #expect(unknown.causes.count == 4 && unknown.action.url == "/")
        for (cause, word) in zip(unknown.causes, ["ten minutes", "used", "another browser", "cookies"]) {
            #expect(cause.contains(word))
        }
        let loop = ErrorText(.signInLoop).causes
        for (cause, word) in zip(loop, ["clock", "scheme", "domain", "tasks service"]) { #expect(cause.contains(word)) }
        #expect(loop.count == 4)
        let signedIn = ErrorText.unknownSignInWhileSignedIn(in: .english)
        #expect(signedIn.status == .badRequest && signedIn.action.url == "/tasks")
    }

    @Test("The page leads to the sign-in that failed, with another account if this one wasn't let in") func retry() {
        for (kind, label) in [
            (.unknownSignIn, "Try to sign in again"), (.signInFailed(.unverifiable), "Try to sign in again"),
            (.misconfigured(setting: "clientId"), "Try to sign in again"),
            (.unavailable(.provider), "Try to sign in again"), (.unusableTokens, "Try to sign in again"),
            (.providerBusy(retryAfter: 30), "Try to sign in again"), (.refusedAtProvider, "Use another account"),
            (.notAdmitted(claim: "groups", isLeftOut: false), "Use another account"),
        ] as [(PageError.Kind, String)] {
            for isSignedIn in [true, false] {
                let text = ErrorText(
                    kind, isSignedIn: isSignedIn, retryPath: "/sign-in?returnTo=%2Fclaims", in: .english)
                #expect(text.action.url == "/sign-in?returnTo=%2Fclaims" && text.action.label == label)
            }
        }
    }

    @Test("The page names the unavailable service: identity provider or tasks service") func named() {
        #expect(ErrorText(.timedOut(.api)).message.contains("tasks service"))
        #expect(ErrorText(.timedOut(.provider)).message.contains("The identity provider"))
    }

    @Test(
        "What the server refuses is the client's up to 499, ours from 500 on",
        arguments: [(400, false), (415, false), (499, false), (500, true), (503, true)])
    func server(_ status: Int, _ isOurs: Bool) {
        let text = ErrorText(status: HTTPResponse.Status(code: status), in: .english)
        #expect(text.status.code == status)
        #expect(text.message.contains("fault is ours") == isOurs)
    }

    @Test("A body too large is 413, a wrong method 405") func fixed() {
        #expect(ErrorText.tooLarge(in: .english).status == .contentTooLarge)
        #expect(ErrorText.wrongMethod(in: .english).status == .methodNotAllowed)
    }
}
