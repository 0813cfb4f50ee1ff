import HTTPTypes
import HummingbirdOpenIDConnect
import OpenIDConnect
import Testing

@testable import TasksWeb

@Suite struct ErrorTextTests {
    private static func provider(_ kind: OpenIDConnectError.Kind) -> PageError.Kind {
        .signIn(.provider(OpenIDConnectError(kind, "test")))
    }

    private static func refused(_ kind: OpenIDConnectError.Kind) -> PageError.Kind {
        .signIn(.refused(OpenIDConnectError(kind, "test")))
    }

    @Test(
        "Each error has its documented status",
        arguments: [
            (.signIn(.accessTokenRefused(isRepeated: true)), 502), (.signIn(.entraVersion1TokenRefused), 502),
            (.signIn(.crossSiteRequest), 403), (.signIn(.unreadableForm), 415), (.invalidInput(.noTaskNamed), 422),
            (.forbidden, 403), (.noSuchTask, 404), (.noSuchPage, 404), (.signIn(.sessionTooLarge), 502),
            (.apiUnavailable, 502), (provider(.providerUnreachable), 502), (.apiTimedOut, 504),
            (provider(.providerTimedOut), 504), (.signIn(.unknownSignIn), 400),
            (.signIn(.claimMissing(MissingClaim(name: "groups"))), 403),
            (.signIn(.claimMissing(MissingClaim(name: "groups", isLeftOut: true))), 403),
            (refused(.accessDenied), 403), (provider(.badTokenResponse), 502), (refused(.cancelled), 400),
            (.signIn(.signInLoop), 429), (provider(.configuration(.clientID)), 502),
            (refused(.configuration(.clientID)), 400), (.signIn(.storeUnavailable(isSigningIn: false)), 503),
            (provider(.temporarilyUnavailable(retryAfter: 30)), 503),
            (refused(.temporarilyUnavailable(retryAfter: 30)), 400), (.siteBusy(retryAfter: 5), 503),
            (.internalFault, 500),
        ] as [(PageError.Kind, Int)])
    func statuses(_ kind: PageError.Kind, _ status: Int) {
        let text = ErrorText(kind)
        #expect(text.status.code == status)
        #expect(!text.heading.isEmpty && text.message.hasSuffix("."), "says what happened and what to do")
        #expect(text.action.url.hasPrefix("/"))
    }

    @Test("Possible causes of a sign-in that can't be finished, or goes round in circles, are named") func causes() {
        let unknown = ErrorText(.signIn(.unknownSignIn))
        #expect(unknown.causes.count == 4 && unknown.action.url == "/")
        for (cause, word) in zip(unknown.causes, ["ten minutes", "used", "another browser", "cookies"]) {
            #expect(cause.contains(word))
        }
        let loop = ErrorText(.signIn(.signInLoop)).causes
        for (cause, word) in zip(loop, ["clock", "scheme", "domain", "tasks service"]) { #expect(cause.contains(word)) }
        #expect(loop.count == 4)
        let signedIn = ErrorText.unknownSignInWhileSignedIn(in: .english)
        #expect(signedIn.status == .badRequest && signedIn.action.url == "/tasks")
    }

    @Test("The page of a failed sign-in leads to it again, with another account if this one wasn't let in") func retry()
    {
        for (kind, label) in [
            (.signIn(.unknownSignIn), "Try to sign in again"), (Self.refused(.invalidIDToken), "Try to sign in again"),
            (Self.provider(.configuration(.clientID)), "Try to sign in again"),
            (Self.provider(.providerUnreachable), "Try to sign in again"),
            (Self.provider(.badTokenResponse), "Try to sign in again"),
            (Self.provider(.temporarilyUnavailable(retryAfter: 30)), "Try to sign in again"),
            (Self.refused(.accessDenied), "Use another account"),
            (.signIn(.claimMissing(MissingClaim(name: "groups"))), "Use another account"),
        ] as [(PageError.Kind, String)] {
            for isSignedIn in [true, false] {
                let text = ErrorText(
                    kind, isSignedIn: isSignedIn, retryPath: "/sign-in?returnTo=%2Fclaims", in: .english)
                #expect(text.action.url == "/sign-in?returnTo=%2Fclaims" && text.action.label == label)
            }
        }
    }

    @Test("The page of a 503 names the unavailable service: identity provider or tasks service") func named() {
        #expect(ErrorText(.apiTimedOut).message.contains("tasks service"))
        #expect(ErrorText(Self.provider(.providerTimedOut)).message.contains("The identity provider"))
    }

    @Test(
        "A refusal of the server is the client's error up to 499, and an internal one from 500 on",
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
