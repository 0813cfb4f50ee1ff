import HTTPTransport
import OpenIDConnect
import SealedCookies
import TestSupport
import Testing

@testable import HummingbirdOpenIDConnect

@Suite struct WebSignInTests {
    private func make(
        _ redirectURI: String = "https://app.example/sign-in/return", _ responseMode: ResponseMode = .query,
        _ options: SignInOptions = SignInOptions()
    ) throws -> WebSignIn {
        let configuration = RelyingPartyConfiguration(
            authority: try Authority("https://id.example"), clientID: "app", redirectURI: redirectURI,
            responseMode: responseMode)
        return try WebSignIn(
            relyingParty: RelyingParty(configuration: configuration, transport: Unreachable()),
            codec: SealedCookieCodec(keys: try SealingKeys([.generate()])), options: options)
    }

    @Test(
        "A redirect URI that can't work is refused when the sign-in is created",
        arguments: [
            ("http://app.example/return", ResponseMode.query), ("http://app.example/return", .formPost),
            ("urn:ietf:wg:oauth:2.0:oob", .query), ("https://app.example/return?x=1", .query),
            ("https://app.example", .query),
            ("https://app.example/sign-in", .query), ("https://app.example/a/../b", .query),
            ("https://app.example//b", .query),
        ])
    func redirectURI(_ text: String, _ mode: ResponseMode) throws {
        #expect { try make(text, mode) } throws: {
            let words = ($0 as? SignInSetupError)?.description ?? ""
            return words.contains("redirect URI")
        }
    }

    @Test(
        "An option that can't work is refused by its name",
        arguments: [
            (SignInOptions(backChannelLogoutPath: "//logout"), "backChannelLogoutPath"),
            (SignInOptions(frontChannelLogoutPath: "logout"), "frontChannelLogoutPath"),
            (SignInOptions(devicePath: "device"), "devicePath"), (SignInOptions(devicePath: "/"), "devicePath"),
            (SignInOptions(signedInPath: "//tasks"), "signedInPath"),
            (SignInOptions(signedOutPath: "/signed-out?x"), "signedOutPath"),
            (SignInOptions(expendableCookies: ["a b"]), "a cookie's name"),
            (SignInOptions(signOutCookies: [""]), "a cookie's name"),
            (SignInOptions(signOutPath: "/sign-out?x"), "signOutPath"),
            (SignInOptions(homePath: "https://elsewhere.example/"), "homePath"),
            (SignInOptions(cookieName: ""), "a cookie's name"), (SignInOptions(cookieName: "a b"), "a cookie's name"),
            (SignInOptions(cookieName: "a;b"), "a cookie's name"),
            (SignInOptions(idleTimeout: .seconds(-1)), "idleTimeout"),
            (SignInOptions(idleTimeout: .seconds(Int64.max)), "idleTimeout"),
            (SignInOptions(lifetime: .seconds(Int64.max)), "lifetime"),
            (SignInOptions(lifetime: .milliseconds(1)), "lifetime"),
            (SignInOptions(signOutPath: "/sign-in"), "two of the paths"),
            (SignInOptions(signOutPath: "/"), "two of the paths"),
            (SignInOptions(devicePath: "/sign-in"), "two of the paths"),
            (SignInOptions(homePath: "/sign-in/device/refresh"), "two of the paths"),
        ])
    func options(_ options: SignInOptions, _ words: String) throws {
        #expect { try make("https://app.example/return", .query, options) } throws: {
            ($0 as? SignInSetupError)?.description.contains(words) == true
        }
    }

    @Test("No sign-in returns to the paths of a device's key")
    func devicePath() throws {
        let site = try make("https://app.example/return", .query, SignInOptions(devicePath: "/device"))
        for path in ["/device", "/device/refresh", "/Device/refresh?x"] { #expect(site.returnPaths.path(path) == nil) }
        #expect(site.returnPaths.path("/devices") == "/devices")
    }

    @Test(
        "Options and redirect URIs that can work are accepted",
        arguments: ["https://app.example/return", "http://localhost:8080/a/b", "http://[::1]:8080/return"])
    func good(_ redirectURI: String) throws {
        _ = try make(redirectURI)
    }
}

/// A transport to nowhere: nothing is sent before a user signs in.
private struct Unreachable: Transport {
    func send(_ request: TransportRequest) async throws -> TransportResponse {
        throw TransportError(.unreachable, "nowhere")
    }
}
