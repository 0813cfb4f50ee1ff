import MisbehavingProvider
import OpenIDConnect

/// Sign-ins that have to be stronger or fresher than the one before (RFC 9470; OpenID Connect Core, section 5.5.1.1).
enum StepUpModules {
    static let modules: [Module] = [
        .accepts("acr, auth_time and claims as requested", .stepUp) { record in
            let request = LibrarySubject.stepUpRequest
            let asked = record.requests(at: .authorization).first
            let access = record.requests(at: .userInfo).first?.bearer.map(DecodedToken.init)
            return [asked?["acr_values"], asked?["max_age"], asked?["claims"]]
                == [request.acrValues, request.maxAge.map { "\($0)" }, request.claims]
                && record.token?["acr"] == "gold" && access?.strings("acrs") == ["c1"]
        },
        refuses("acr of a class that wasn't requested", .weakerContext) { $0["acr"] == "weaker" },
        refuses("no acr, although it is essential", .noContext) { $0.lacks("acr") },
        refuses("auth_time longer ago than max_age", .oldAuthentication) {
            $0.number("auth_time") < $0.number("iat") - 360
        },
        refuses("no auth_time, although max_age was requested", .noAuthenticationTime) { $0.lacks("auth_time") },
    ]

    private static func refuses(
        _ name: String, _ response: StepUpResponse, isMet: @escaping @Sendable (DecodedToken) -> Bool
    ) -> Module {
        .refuses(name, .stepUp, when: { $0.change { $0.stepUp = response } }) { $0.token.map(isMet) ?? false }
    }
}
