import CurlTransport
import Foundation
import HTTPTransport
import HTTPTypes
import OpenIDConnectTesting
import SealedCookies
import Synchronization
import TestSupport
import Testing

/// The program of the tutorial, as it was built, in a separate process.
@Suite struct SignedInRouteTests {
    @Test("The example signs a user in, refuses a forged response, and signs the user out") func wholeWay() async throws
    {
        let transport = try CurlClient()
        try await ScriptedProvider.serving { provider in
            try await ExampleProgram.running(at: provider) { program in
                let client = Browser(site: program.url, transport: transport)
                let first = try await client.get("/account")
                #expect(first.status == .seeOther)
                let started = try await client.get(try #require(first.location))
                let forged = try await client.get("/sign-in/return?code=c&state=forged")
                #expect(forged.status == .badRequest)
                let atProvider = try await client.get(try #require(started.location))
                let response = try await client.get(try #require(atProvider.location))
                #expect(response.location == "/account")
                #expect(try await client.get("/account").text == "You are Alice, sub-alice at \(provider.url.origin).")
                #expect(
                    try await client.post("/sign-out", from: [.origin: "https://elsewhere.example"]).status
                        == .forbidden)
                let out = try await client.post("/sign-out")
                #expect(out.location?.hasPrefix(provider.url.origin) == true)
                #expect(try await client.get("/").text == "Nobody is signed in. Go to /account.")
                #expect(provider.problems == [])
            }
        }
    }

    @Test("A copy of the cookie is refused after a sign-out, also after a restart; other sessions go on") func restart()
        async throws
    {
        let transport = try CurlClient()
        let folder = try TemporaryFolder()
        let environment = [
            "DATABASE": folder.file("data/sessions.sqlite"), "SESSION_KEYS": try SealingKey.generate().text,
        ]
        try await ScriptedProvider.serving { provider in
            let port = try await FreePort.find()
            let url = try #require(HTTPURL("http://localhost:\(port)"))
            let client = Browser(site: url, transport: transport)
            let other = Browser(site: url, transport: transport)
            let signedOut = "Nobody is signed in. Go to /account."
            let copies = Mutex<[Browser]>([])
            try await ExampleProgram.running(at: provider, port: port, environment: environment) { _ in
                for each in [client, other] {
                    #expect(try await each.visit("/account").text.hasPrefix("You are Alice"))
                }
                copies.withLock { $0 = [client.copy(), client.copy()] }
                try await client.post("/sign-out")
                #expect(try await copies.withLock { $0[0] }.get("/").text == signedOut)
                #expect(try await other.get("/").text == "Somebody is signed in.")
            }
            try await ExampleProgram.running(at: provider, port: port, environment: environment) { _ in
                let text = try await copies.withLock { $0[1] }.get("/").text
                #expect(text == signedOut)
                #expect(try await other.get("/").text == "Somebody is signed in.")
            }
        }
    }

    @Test("A logout that the provider posts ends the user's sessions") func backChannelLogout() async throws {
        let transport = try CurlClient()
        try await ScriptedProvider.serving { provider in
            try await ExampleProgram.running(at: provider) { program in
                let client = Browser(site: program.url, transport: transport)
                _ = try await client.visit("/account")
                let token = try provider.logoutToken(subject: ScriptedUser.alice.subject)
                let (path, form) = ("/sign-in/back-channel-logout", FormBody([("logout_token", token)]))
                let provider = Browser(site: program.url, transport: transport)
                #expect(try await provider.post(path, form, from: [:]).status == .ok)
                #expect(try await client.get("/").text == "Nobody is signed in. Go to /account.")
                #expect(try await provider.post(path, form, from: [:]).status == .badRequest, "it counts once")
            }
        }
    }

    @Test("A hundred parallel requests with an expired access token share one refresh") func refresh() async throws {
        let transport = try CurlClient()
        try await ScriptedProvider.serving { provider in
            provider.change { $0.accessTokenLifetime = 0 }
            try await ExampleProgram.running(at: provider) { program in
                let client = Browser(site: program.url, transport: transport)
                _ = try await client.visit("/account")
                let texts = try await withThrowingTaskGroup(of: String.self) { group in
                    for _ in 0..<100 { group.addTask { [copy = client.copy()] in try await copy.get("/token").text } }
                    return try await group.reduce(into: Set<String>()) { $0.insert($1) }
                }
                #expect(texts.count == 1 && texts.first?.hasSuffix(" bytes") == true, "\(texts)")
                #expect(provider.refreshes.count == 1)
            }
        }
    }

    @Test("The example has at most 31 lines, and the tutorial shows it word for word") func tutorial() throws {
        let program = try String(
            contentsOf: Checkout["Examples/SignedInRoute/SignedInRoute.swift"], encoding: .utf8)
        #expect(program.split(separator: "\n", omittingEmptySubsequences: false).count <= 32)
        let article = try String(
            contentsOf: Checkout[
                "Sources/Libraries/HummingbirdOpenIDConnect/HummingbirdOpenIDConnect.docc/SignedInRoute.md"],
            encoding: .utf8)
        let shown = article.components(separatedBy: "```swift\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
        #expect(shown.contains(program))
    }
}
