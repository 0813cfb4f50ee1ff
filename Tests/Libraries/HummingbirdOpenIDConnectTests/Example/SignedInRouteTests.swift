import CurlTransport
import Foundation
import HTTPTransport
import HTTPTypes
import MisbehavingProvider
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
                let client = ExampleClient(transport: transport, origin: program.origin)
                let first = try await client.get("/account")
                #expect(first.status == .seeOther)
                let started = try await client.get(try #require(first.location))
                let forged = try await client.get("/sign-in/return?code=c&state=forged")
                #expect(forged.status == .badRequest)
                let atProvider = try await client.get(try #require(started.location))
                let response = try await client.get(try #require(atProvider.location))
                #expect(response.location == "/account")
                #expect(try await client.get("/account").text == "You are Alice, sub-alice at \(provider.url.origin).")
                #expect(try await client.post("/sign-out", from: "https://elsewhere.example").status == .forbidden)
                let out = try await client.post("/sign-out", from: program.origin)
                #expect(out.location?.hasPrefix(provider.url.origin) == true)
                #expect(try await client.get("/").text == "Nobody is signed in. Go to /account.")
                #expect(provider.problems == [])
            }
        }
        await transport.shutDown()
    }

    @Test("A copy of the cookie is refused after a sign-out, also after a restart; other sessions go on") func restart()
        async throws
    {
        let transport = try CurlClient()
        let folder = FileManager.default.temporaryDirectory.appending(path: "signed-in-route-\(UUID().uuidString)")
        let environment = [
            "DATABASE": folder.appending(path: "sessions.sqlite").path, "SESSION_KEYS": try SealingKey.generate().text,
        ]
        try await ScriptedProvider.serving { provider in
            let port = try await FreePort.find()
            let origin = "http://localhost:\(port)"
            let client = ExampleClient(transport: transport, origin: origin)
            let other = ExampleClient(transport: transport, origin: origin)
            let signedOut = "Nobody is signed in. Go to /account."
            let copies = Mutex<[ExampleClient]>([])
            try await ExampleProgram.running(at: provider, port: port, environment: environment) { _ in
                for each in [client, other] { #expect(try await each.signIn().text.hasPrefix("You are Alice")) }
                copies.withLock { $0 = [client.copy(), client.copy()] }
                _ = try await client.post("/sign-out", from: origin)
                #expect(try await copies.withLock { $0[0] }.get("/").text == signedOut)
                #expect(try await other.get("/").text == "Somebody is signed in.")
            }
            try await ExampleProgram.running(at: provider, port: port, environment: environment) { _ in
                let text = try await copies.withLock { $0[1] }.get("/").text
                #expect(text == signedOut)
                #expect(try await other.get("/").text == "Somebody is signed in.")
            }
        }
        try? FileManager.default.removeItem(at: folder)
        await transport.shutDown()
    }

    @Test("A logout that the provider posts ends the user's sessions") func backChannelLogout() async throws {
        let transport = try CurlClient()
        try await ScriptedProvider.serving { provider in
            try await ExampleProgram.running(at: provider) { program in
                let client = ExampleClient(transport: transport, origin: program.origin)
                _ = try await client.signIn()
                let token = try provider.logoutToken(subject: ScriptedUser.alice.subject)
                let url = try #require(HTTPURL("\(program.origin)/sign-in/back-channel-logout"))
                var request = TransportRequest(posting: FormBody([("logout_token", token)]), to: url)
                request.timeout = .seconds(60)
                #expect(try await transport.send(request).status == .ok)
                #expect(try await client.get("/").text == "Nobody is signed in. Go to /account.")
                #expect(try await transport.send(request).status == .badRequest, "it counts once")
            }
        }
        await transport.shutDown()
    }

    @Test("A hundred parallel requests with an expired access token share one refresh") func refresh() async throws {
        let transport = try CurlClient()
        try await ScriptedProvider.serving { provider in
            provider.change { $0.accessTokenLifetime = 0 }
            try await ExampleProgram.running(at: provider) { program in
                let client = ExampleClient(transport: transport, origin: program.origin)
                _ = try await client.signIn()
                let texts = try await withThrowingTaskGroup(of: String.self) { group in
                    for _ in 0..<100 { group.addTask { [copy = client.copy()] in try await copy.get("/token").text } }
                    return try await group.reduce(into: Set<String>()) { $0.insert($1) }
                }
                #expect(texts.count == 1 && texts.first?.hasSuffix(" bytes") == true, "\(texts)")
                #expect(provider.requests(at: .token).count { $0["grant_type"] == "refresh_token" } == 1)
            }
        }
        await transport.shutDown()
    }

    @Test("The example has at most 45 lines, and the tutorial shows it word for word") func tutorial() throws {
        let program = try String(
            contentsOf: Checkout["Examples/SignedInRoute/SignedInRoute.swift"], encoding: .utf8)
        #expect(program.split(separator: "\n", omittingEmptySubsequences: false).count <= 46)
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
