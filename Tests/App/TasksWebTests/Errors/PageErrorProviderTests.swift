import HTTPTypes
import OpenIDConnect
import Testing

@testable import HummingbirdOpenIDConnect
@testable import TasksWeb

@Suite struct PageErrorProviderTests {
    private func failure(_ kind: OpenIDConnectError.Kind) -> SignInError {
        SignInError(.provider(OpenIDConnectError(kind, "for the log")))
    }

    @Test(
        "Each fault of a sign-in has its documented status",
        arguments: [
            (.unknownState, 400), (.refusedByProvider(code: "server_error"), 400),
            (.refusedByProvider(code: "AADB2C90111"), 400),
            (.invalidResponse, 400), (.invalidIDToken, 400), (.insufficientAuthentication, 400),
            (.tooLarge(limit: 65_536), 400),
            (.invalidAccessToken("expired"), 400),
            (.invalidLogoutToken, 400),
            (.signInAgain, 400), (.cancelled, 400), (.configuration(.clientID), 502), (.invalidGrant, 400),
            (.accessDenied, 403), (.badTokenResponse, 502), (.providerUnreachable, 502),
            (.invalidProviderResponse, 502),
            (.metadataMismatch, 502),
            (.providerTimedOut, 504),
        ] as [(OpenIDConnectError.Kind, Int)])
    func statuses(_ kind: OpenIDConnectError.Kind, _ status: Int) {
        let error = PageError(failure(kind))
        #expect(ErrorText(error.kind).status.code == status)
        #expect(error.detail?.hasSuffix("for the log") == true)
    }

    @Test("The text of an error in the log isn't on its page") func logOnly() {
        for kind in [
            OpenIDConnectError.Kind.invalidIDToken, .invalidProviderResponse, .invalidGrant,
            .refusedByProvider(code: "x"),
        ] {
            let text = ErrorText(PageError(failure(kind)).kind)
            #expect(!text.message.contains("for the log") && !text.heading.contains("for the log"))
        }
    }

    @Test("The page for a token that is too large says the limit, and what to do") func tooLarge() {
        let text = ErrorText(PageError(failure(.tooLarge(limit: 65_536))).kind).message
        #expect(text.contains("too large: more than 65536 bytes") && text.contains("send less"))
    }

    @Test("The page of a wrong setting names it, and the code of the refusal") func named() {
        let setting = PageError(failure(.configuration(.redirectURI)))
        #expect(ErrorText(setting.kind).message.contains("redirectUri"))
        #expect(setting.detail == "for the log")
        let refusal = PageError(failure(.refusedByProvider(code: "odd_code")))
        #expect(ErrorText(refusal.kind).message.contains("odd_code"))
    }

    @Test(
        "The page for a locked account says whether it is locked for good or for a while",
        arguments: ["AADB2C90111", "AADB2C90114"])
    func locked(
        _ code: String
    ) {
        let error = PageError(failure(.refusedByProvider(code: code)))
        #expect(ErrorText(error.kind).message.contains("locked"))
    }

    @Test("After a failed sign-in there is a way to try again") func wayOn() {
        for kind in [
            OpenIDConnectError.Kind.invalidIDToken, .unknownState, .refusedByProvider(code: "x"), .invalidGrant,
            .invalidResponse,
        ] {
            #expect(ErrorText(PageError(failure(kind)).kind).action.url == "/")
        }
    }
}
