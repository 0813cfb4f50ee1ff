import MisbehavingProvider

/// An OpenID provider for development, on this machine alone, which signs everybody in at once as one user.
@main
struct Provider {
    static func main() async throws {
        let client = RegisteredClient(id: "starter", secret: "only-for-development")
        try await ScriptedProvider.serving(client: client) { provider in
            print(
                """
                Start the program with

                    ISSUER=\(provider.url) CLIENT_ID=\(client.id) CLIENT_SECRET=only-for-development swift run Starter
                """)
            try await Task.sleep(for: .seconds(86_400))
        }
    }
}
