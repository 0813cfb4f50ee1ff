import Encodings
import FoundationEssentials
import HTTPTransport
import Hummingbird
import HummingbirdTesting
import OpenIDConnect
import SealedCookies
import SessionStorage
import SiteTesting
import TestSupport
import Testing

@testable import HummingbirdOpenIDConnect

@Suite struct SealedValuesTests {
    private let sample: Sample
    private let site: WebSignIn

    init() throws {
        sample = try Sample()
        site = try sample.site()
    }

    private func jar(_ name: String, _ value: String) -> CookieJar { CookieJar(["\(name)=\(value)"]) }

    @Test("A user with a cookie and a row of an earlier version stays signed in", arguments: SealedValues.all)
    func signedIn(_ values: SealedValues) async throws {
        try await values.insertRow(into: sample.store)
        try await site.prepare()
        let router = Router(context: BasicSignInRequestContext.self)
        site.add(to: router)
        let users = router.group(context: SignedInContext<BasicSignInRequestContext>.self)
        users.get("/account") { _, context in
            let claims = try await context.session.claims()
            let token = try await context.session.accessToken()
            return "\(context.user.name) \(claims.idToken[string: "sub"] ?? "") \(token)"
        }
        let cookie = jar("session", values.session).field
        try await Application(router: router).test(.router) { client in
            let response = try await client.execute(uri: "/account", method: .get, headers: [.cookie: cookie])
            #expect(String(buffer: response.body) == "Alice Ä. alice \(values.expected.accessToken.text)")
        }
    }

    @Test("A session of an earlier version has all that was sealed", arguments: SealedValues.all)
    func session(_ values: SealedValues) throws {
        let cookies = jar("session", values.session).cookies
        let bytes = try #require(site.sessionCookie.cookie.payload(in: cookies, now: sample.now))
        #expect(Session(bytes: bytes) == values.expected)
    }

    @Test("A row of an earlier version has all tokens that were sealed", arguments: SealedValues.all)
    func row(_ values: SealedValues) async throws {
        try await values.insertRow(into: sample.store)
        #expect(try await sample.stored(values.expected) == values.expectedTokens)
    }

    @Test("A sign-in that an earlier version started can be finished", arguments: SealedValues.all)
    func attempt(_ values: SealedValues) {
        let state = values.expectedAttempt.attempt.state
        let cookies = jar("session-sign-in.state-012345", values.attempt).cookies
        #expect(site.attempts.pending(state: state, in: cookies, now: sample.now) == values.expectedAttempt)
    }

    @Test("A page of an earlier version can be posted, and a form that waits can be taken", arguments: SealedValues.all)
    func forms(_ values: SealedValues) throws {
        #expect(site.csrfTokens.open(values.formToken) == CSRFToken(values.expected))
        let forms = site.pendingForms
        let bytes = try #require(forms.codec.open(values.pendingForm, purpose: forms.purpose, now: sample.now))
        #expect(PendingForm(bytes: bytes) == values.expectedForm)
    }

    @Test("A browser whose device an earlier version registered is recognized", arguments: SealedValues.all)
    func device(_ values: SealedValues) throws {
        let seals = DeviceSeals(codec: sample.codec, cookieName: "session")
        let device = try #require(seals.device(identifiedBy: values.device, now: sample.now))
        #expect(device.key.bytes == SealedValues.deviceKey)
        #expect(device.session.id == values.expected.id && device.session.expires == values.expected.expires)
    }
}
