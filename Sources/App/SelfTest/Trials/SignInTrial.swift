import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import OpenIDConnect

/// A sign-in at a provider that errs, and the same at one that doesn't.
struct SignInTrial: Sendable {
    enum Verdict: Sendable {
        /// A user has to be signed in, with UserInfo.
        case accepted
        /// A user may be signed in, but UserInfo's response must be ignored.
        case withoutUserInfo
        /// No user may be signed in, and UserInfo must not be requested.
        case refused
        /// Either is right.
        case acceptedOrRefused
    }

    let variant: Variant
    let verdict: Verdict
    /// Makes the provider err; `nil`: it needn't.
    let err: (@Sendable (ScriptedProvider) throws -> Void)?
    /// Whether the module's subject has really taken place.
    let isMet: @Sendable (SignInRecord) -> Bool

    func run(on bench: Bench) async throws {
        if err != nil { try await runHonestly(on: bench) }
        try await bench.withSubject(variant) { provider, subject, recorder in
            try err?(provider)
            let report = try await subject.signIn()
            let record = SignInRecord(provider: provider, recorder: recorder, redirect: report.redirect)
            try SelfTestError.unless(isMet(record), "the provider did not do what it should have")
            try check(report.outcome, at: provider)
        }
    }

    /// The honest twin: without it a relying party that refuses everything would pass.
    private func runHonestly(on bench: Bench) async throws {
        try await bench.withSubject(variant) { provider, subject, _ in
            let outcome = try await subject.signIn().outcome
            try SelfTestError.unless(
                outcome == .signedIn(hasUserInfo: true), "the honest sign-in was refused, or UserInfo not taken")
            try Self.checkManners(at: provider)
        }
    }

    private func check(_ outcome: SignInReport.Outcome, at provider: ScriptedProvider) throws {
        switch (verdict, outcome) {
        case (.accepted, .signedIn(hasUserInfo: true)), (.acceptedOrRefused, .signedIn(hasUserInfo: true)):
            try Self.checkManners(at: provider)
        case (.withoutUserInfo, .signedIn(hasUserInfo: false)):
            try SelfTestError.unless(!provider.requests(at: .userInfo).isEmpty, "UserInfo was not asked")
        case (.refused, .refused), (.acceptedOrRefused, .refused):
            try SelfTestError.unless(provider.requests(at: .userInfo).isEmpty, "UserInfo was asked all the same")
        case (_, .signedIn(let hasUserInfo)):
            throw SelfTestError("somebody was signed in, \(hasUserInfo ? "with" : "without") UserInfo")
        case (_, .refused): throw SelfTestError("the sign-in was refused")
        }
    }

    /// Checks each sign-in as the Foundation's suite does: each endpoint once, and nothing wrong with the requests.
    private static func checkManners(at provider: ScriptedProvider) throws {
        for endpoint in [Endpoint.authorization, .token, .userInfo] {
            let count = provider.requests(at: endpoint).count
            try SelfTestError.unless(count == 1, "\(count) requests at \(endpoint.rawValue)")
        }
        try SelfTestError.unless(provider.problems.isEmpty, provider.problems.joined(separator: "; "))
    }
}

/// The provider's and the network's view of one sign-in, next to the relying party's report.
struct SignInRecord: Sendable {
    let provider: ScriptedProvider
    let recorder: RecordingTransport
    /// The form that the provider sent to the redirect URI.
    let redirect: FormBody

    /// The one ID token that was issued.
    var token: DecodedToken? {
        let tokens = provider.idTokens
        return tokens.count == 1 ? tokens.first.map(DecodedToken.init) : nil
    }

    /// The only response of the token endpoint, if that is a JSON object.
    var tokenResponse: Claims? { object(at: .token) }
    /// The only response of UserInfo, if that is a JSON object or a JWT of one.
    var userInfo: Claims? { object(at: .userInfo) }
    /// Whether UserInfo's only response is signed.
    var isUserInfoSigned: Bool { response(at: .userInfo)?.headerFields[.contentType] == "application/jwt" }
    /// The key set that was fetched, as it came; empty if there was none.
    var keySet: String { response(at: .keys).map { String(decoding: $0.body, as: UTF8.self) } ?? "" }

    /// The requests at one of the provider's endpoints.
    func requests(at endpoint: Endpoint) -> [ReceivedRequest] { provider.requests(at: endpoint) }

    private func object(at endpoint: Endpoint) -> Claims? {
        guard let body = response(at: endpoint)?.body else { return nil }
        return Claims(jsonObject: body) ?? Claims.unverified(ofJWT: String(decoding: body, as: UTF8.self))
    }

    /// The only response of an endpoint; the keys may be fetched twice, if the first set had no key that fitted.
    private func response(at endpoint: Endpoint) -> TransportResponse? {
        let responses = recorder.responses(at: endpoint)
        return responses.count == 1 || endpoint == .keys ? responses.first : nil
    }
}
