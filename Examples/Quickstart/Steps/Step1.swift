import Hummingbird

struct Step1 {
    static func main() async throws {
        let settings = try Settings.read()

        let router = Router()
        router.get("/") { _, _ in
            Page(title: "Quickstart", body: "<p>Nobody is signed in.</p>")
        }

        let configuration = ApplicationConfiguration(address: .hostname("127.0.0.1", port: settings.port))
        try await Application(router: router, configuration: configuration).runService()
    }
}
