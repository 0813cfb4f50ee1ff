import Encodings
import FoundationEssentials
import HTTPTransport
import OpenIDConnect
import SessionStorage
import SiteTesting
import TestSupport
import Testing

@testable import HummingbirdOpenIDConnect

/// Values that a version sealed under the key of the tests, and what was sealed.
///
/// Browsers and databases have such values, so none is ever changed: a version that opens them all signs nobody out. A
/// version with a new layout adds one, as it seals it.
struct SealedValues: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The session's cookie.
    let session: String
    /// The tokens in the session's row, as base64url.
    let row: String
    /// The cookie of a sign-in under way.
    let attempt: String
    /// The field of a form.
    let formToken: String
    /// The text of a form that waits for a sign-in.
    let pendingForm: String
    /// The identifier of a device.
    let device: String

    let expected: Session
    let expectedTokens: SessionTokens
    let expectedAttempt: StoredAttempt
    let expectedForm: PendingForm

    /// The layouts of version 0.1.0, each without and with what the one before hadn't.
    static let all = [first, firstWithAll]

    private static let first = SealedValues(
        testDescription: "0.1.0",
        session: """
            EWZ-caUT9_7FZH9mtj203NPtorilzYMapwefhSx2ZL_MfsACrNTXTIHVAzmD7X1pQKloPqlldr_cur2FR2XvlyuTq2CFVTzZwjMJ\
            N7ds5tH8u1mfiAvHs01lUmqFOM8_ArjL70i00SXXVh5xD5uFkbnrN2d8D-VQj7geCl0Cowv3aSmzuADc3NqKlX9GSEIRpqiN02Zv\
            sR3R_Sw9bZXa6m-z3dw2aIZCIm8sk56YnH0ZAedCu0dYPgDTzR0DBkVKwJlk2yNm6gidzw3LC0NKFDj7C7bV6cza
            """,
        row: """
            EGZ-caXaqypM_3qNejJJB1T0b6csNOl6B3hnHAA4J2KOj9dC4bm96oqiD6UYfEXrJu1B5WhAeTnJHj8VEuvsXOs3e57qYebb9vTg\
            X9NLlXSL-JO3dV0CVSip6ZitA1SkhAMZ-o1UQi2LN3ni2VS0sZqZX63uj7Fzw--8vZVyDF0PnMcJof9BkjgkqYwBfPmkB30lp1R4\
            nZdYckau73Vz27Nl_k2TsJeO_uSGw9ZzGgrljlzTURxrJHxTe7p9UbtfkFXZRLm5_lPSXqzT4wdEoeyKierwhWC_0ECF3AiFUSWU\
            BDGA
            """,
        attempt: """
            EWZ-caVm6vjy4bR6Y2S6rW54z8wO3HTebm9yM2jAhz4RmwbBovSRPaGqgvqemzrcc2FJjZqZc9hD4l1dgLEClm1H6TKTZr7U7BJJ\
            N-C7XscDKTbH5HUzxvI6r2hfhvkNp9LPKf9b8cp5FD2AYdKcjuA0fmRqyj9nvC0Az2vzvlefyiTrqdnQe5BuGXha5MuYXfM2fgwn\
            Oofo_X_O6xYbt7PgM7vCtlzS4VuEUeqBwzlutLI-6E5b4GGmqkY8Zn7yiMUOP5g822ZkhsjyisFwuyvpPlwGdOo
            """,
        formToken: """
            EGZ-caWlXYGNVerQNjaiq-KwK54vkU3ywmkBiZQfudMYMUNnaD8C05ly1TQOyWCQgMyOeUZr3ZZzqk83zkeWrz0
            """,
        pendingForm: """
            EGZ-caWmY73ATXRO6w-ACyzlWVnWsHnNmumOIuZQPqssiSqro2h0EDZKwCXDQD7hmDD4AsJSpyR6Mdlopexq8kh30MvzlkCrq32n\
            YfsWWCxMuGzBxr3KQ_IElA
            """,
        device: """
            EGZ-caWOSEHPfuFpPgrcCkjarYbeeCcrDsDNCXEOxVFFnT671wWYSfuw9Sg_tVNSE1Nwp3-YFZgWKd1Pz8NjZRhYR9NdPSX5ABxb\
            UVwTtzyZ92cfp4q5FGWPERZOCibrv9heU5SyNG7lac5xqPcBBOVwjEBXdRRmrmXpuZrit4n2Ax18SiFczU8mBPF4CL_ti1zQNA
            """,
        expected: session(), expectedTokens: tokens(), expectedAttempt: attempt(), expectedForm: form)

    private static let firstWithAll = SealedValues(
        testDescription: "0.1.0, with all that a sign-in may leave",
        session: """
            EWZ-caVPxvLpDsIxTtloYGxtzlqwbVXkxBbK884dI77W0o_LvvoD-Wa_VjnNoXusJ6Ab5WATa-8IYYupWErn5aF_GWrSqQxqaJSQ\
            ZGAVtFe-_WpYEwxrwt3kKS6OPxCNt__tcASDiXx01U1EWLw96aOj4sNXQJTMteIJEc0s70lprNrMpPgKT1rmifm3AbS74Gy7j0ae\
            Fu5bWMiiI9tDMJmf-F1XCarHlp1mFeFVIihyGNwDC3fhk6eXifUQrBxqIjuVk4mrqwE9Qj0su3n6C4BAnxyQ0fCrDlPSso_dFeEF\
            b9cA-2w1Wqq6b9HXI9ukjeGJOFt9Vp5rR_A
            """,
        row: """
            EGZ-caWekK1EDKqTDSKdCTiJx0O-6LHFc2vyNHHqsm65trePNyX51kogl1D4tz-pF9j8hQ9g--zBOCJVfqGd3nWkCE12D4YhLCKc\
            ZUjECubwagWrmIdfOB4tDZLlD_2Dds4GZYsli2F5vzIql0-DItotTF4uhqXWf0H6l5HRFKIjONfaSKfz9I_fGjdCZhuVQlntz0vG\
            aS1SXVeU6eyeXYqT6g1u3qZHpdmDGluNVcaVCorGkYTjLn5Nde3J9QMme0KKECVVUMWp4axbUiXxrbGI0Cu6lnLCcPhqeuW1kAZW\
            algqKi9UGoVwOXrmfMjB_phWNY3JX7ekndplZwx6DTyyJIbXqL8wdDIuV0dQGDUblYUA5faulyn4e5ZfLkbGpFCts16HUcPcP00P\
            FQIMiyApUg1tSqIiulybbDUMVWrSyjYfYfo
            """,
        attempt: """
            EWZ-caVrLuD7bs6alQ4ZxxfyfNsgPYJ7L0B0Fl14Zi60wInd9EEWP0gZmwLRBMijOGFBSbv35CC3OiykworudIhC5E5Vb8Mh0Int\
            CFL2blPgKyAI-7IMKcKY8MOprCdwlvPo-DTMnuLiAhmZsJg7pCV0z_IjXN2sB1OMvpLxCk7j1o0-SGE-02ASEu7BUHkCWxh_NXPa\
            h5n5RoQ4RiVg7zurvveP5H7ZJIQoqbuhQsm099s4Jp_YjcF0wNkNolgTkvGID2fXHQkK2fAN_19USKaScrqecSAMm78yfQsEtsWX\
            WTNuqtOLeMDRfhHi
            """,
        formToken: """
            EGZ-caWpXUaL1FxDSgpCNRN8gNM3dXgac1-jZ7pbMoS3MHMjfFJvtT9nBkjPwrCv2E_QAy57XZMP1nFa2bg5QVw
            """,
        pendingForm: """
            EGZ-caUROkDlCClw_duq-WPn9pRP9alIo28rOma-M5zJlrpWW7jGwj_a4eonfx3MbuUqbEqFGBcPp3WwYyKAWmX8h4hkQthaT5X3\
            FCdgcs6xypLrgmnBzfmSfQ
            """,
        device: """
            EGZ-caVz2OSkpq7EMFq6JbuAO2F4IOecXGq-Q7JGZuSdx6f3tdcgsQr697-PdYjGDJymXl7Nz0ur1KtCYzJI01T-w1kaeMxTHq4E\
            y-9J4nPlN_KEN9_XS8k1KksQfZYlzlEDVInkK1lRFSOMJCfhHn5UKP2wate28jLxfi2zp3jSYvRH5VQNMpo3yJZk0qrppfTYCQ
            """,
        expected: session(
            authenticated: TestClock.start - 300, contextClass: "urn:mace:silver", stepUp: StepUpMark(number: -7)
        ).with {
            $0.sessionExpiry = TestClock.start + 30_000
            $0.binding = .bound
        },
        expectedTokens: tokens(deviceKey: deviceKey, sessionExpiry: TestClock.start + 30_000),
        expectedAttempt: attempt(
            isACREssential: true, stepUp: StepUpChallenge(acrValues: "a b", maxAge: 60, claims: "{}")),
        expectedForm: form)

    /// The generator of P-256 (FIPS 186-5), as a device's key.
    static let deviceKey =
        Base64URL.decode(
            "axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpZP40Li_hp_m47n60p8D54WK84zV2sxXs7LtkBoN79R9Q") ?? []

    func insertRow(into store: some SessionStore) async throws {
        _ = try await store.insert(expected.record, tokens: Base64URL.decode(row) ?? [], replacing: nil)
    }
}

extension SealedValues {
    private static let issuer = FakeAuthority.issuer
    /// A JWT whose only claim is `sub`, without a signature that could be verified.
    private static let token = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhbGljZSJ9.c2lnbmF0dXJl"
    private static let accessToken = AccessToken(token, expires: TestClock.start + 3000, margin: 60)
    private static let form = PendingForm(
        user: CSRFToken(session()).user, path: "/tasks", form: FormBody([("title", "Milk & bread")]))

    private static func session(
        authenticated: Int64? = nil, contextClass: String? = nil, stepUp: StepUpMark? = nil
    ) -> Session {
        Session(
            id: SessionID(Array(0..<16)) ?? SessionID(), authority: "main", policy: "b2c_1_sign_in",
            identity: Identity(issuer: issuer, subject: "alice"), user: .sample("alice"), name: "Alice Ä.",
            started: TestClock.start - 100, expires: TestClock.start + 40_000, lastUsed: TestClock.start - 10,
            authenticated: authenticated, contextClass: contextClass, stepUp: stepUp, accessToken: accessToken)
    }

    private static func tokens(deviceKey: [UInt8]? = nil, sessionExpiry: Int64? = nil) -> SessionTokens {
        SessionTokens(
            policy: "b2c_1_sign_in", name: "Alice Ä.", accessToken: accessToken, refreshToken: "refresh-0",
            idToken: token, policyIDToken: nil, userInfo: #"{"sub":"alice"}"#, deviceKey: deviceKey,
            sessionExpiry: sessionExpiry)
    }

    private static func attempt(isACREssential: Bool = false, stepUp: StepUpChallenge? = nil) -> StoredAttempt {
        var attempt = StoredAttempt.sample()
        attempt.attempt.isACREssential = isACREssential
        attempt.stepUp = stepUp
        return attempt
    }
}
