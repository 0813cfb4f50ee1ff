@testable import SelfTest

/// The modules of each plan as the OpenID Foundation names them, without what all names start with.
enum PlanNames {
    private static let basic = [
        "", "-invalid-iss", "-missing-sub", "-invalid-aud", "-missing-iat", "-kid-absent-single-jwks",
        "-kid-absent-multiple-jwks",
        "-idtoken-sig-rs256", "-idtoken-sig-none", "-invalid-sig-rs256", "-userinfo-invalid-sub", "-nonce-invalid",
        "-scope-userinfo-claims", "-client-secret-basic",
    ]
    private static let backChannel = "-rp-backchannel-rpinitlogout"

    private static let endings: [Plan: [String]] = [
        .basic: basic,
        .config: [
            "-discovery-openid-config", "-discovery-jwks-uri-keys", "-discovery-issuer-mismatch", "-idtoken-sig-none",
            "-signing-key-rotation-just-before-signing", "-signing-key-rotation",
        ],
        .formPost: basic,
        .refreshToken: ["-refresh-token", "-refresh-token-invalid-issuer", "-refresh-token-invalid-sub"],
        .thirdPartyInitiatedLogin: ["-3rd-party-init-login"],
        .rpInitiatedLogout: ["-rp-init-logout", "-rp-init-logout-other-state", "-rp-init-logout-no-state"],
        .frontChannelLogout: ["-rp-frontchannel-rpinitlogout", "-rp-frontchannel-opinitlogout"],
        .backChannelLogout: [
            "", "-alg-none", "-no-event", "-with-nonce", "-wrong-alg", "-wrong-aud", "-wrong-event", "-wrong-iss",
        ]
        .map { backChannel + $0 },
        .others: [
            "-form-post-error", "-missing-aud", "-invalid-sig-hs256", "-invalid-sig-es256", "-missing-athash",
            "-invalid-athash",
            "-userinfo-bearer-header", "-userinfo-signed", "-aggregated-claims", "-distributed-claims",
            "-nonce-unless-code-flow",
        ],
    ]

    static func of(_ plan: Plan) -> [String] { (endings[plan] ?? []).map { "oidcc-client-test" + $0 } }
}
