import CurlTransport
import FoundationEssentials
import HTTPTransport
import HTTPTypes
import MisbehavingProvider
import Testing

/// The program of the tutorial, as it was built, in a process of its own.
@Suite struct SignedInRouteTests {
    @Test("The example signs a person in, refuses a forged answer, and signs them out") func wholeWay() async throws {
        let transport = try CurlClient()
        try await ScriptedProvider.serving { provider in
            try await ExampleProgram.running(at: provider) { program in
                let client = ExampleClient(transport: transport, origin: program.origin)
                let first = try await client.get("/account")
                #expect(first.status == .seeOther)
                let begun = try await client.get(try #require(first.location))
                let forged = try await client.get("/sign-in/return?code=c&state=forged")
                #expect(forged.status == .badRequest)
                let atProvider = try await client.get(try #require(begun.location))
                let answer = try await client.get(try #require(atProvider.location))
                #expect(answer.location == "/account")
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

    @Test("The tutorial shows the example word for word") func tutorial() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        let program = try String(
            contentsOf: root.appending(path: "Examples/SignedInRoute/SignedInRoute.swift"), encoding: .utf8)
        let article = try String(
            contentsOf: root.appending(
                path: "Sources/HummingbirdOpenIDConnect/HummingbirdOpenIDConnect.docc/SignedInRoute.md"),
            encoding: .utf8)
        let shown = article.components(separatedBy: "```swift\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
        #expect(shown.contains(program))
    }
}
