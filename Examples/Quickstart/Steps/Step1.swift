import Hummingbird

struct Step1 {
    static func main() async throws {
        let settings = try Settings.read()

        let router = Router()
        router.get("/") { _, _ in
            Page(title: "Quickstart", body: "<p>Nobody is signed in.</p>")
        }

        let address = BindAddress.hostname("127.0.0.1", port: settings.port)
        let application = Application(router: router, configuration: ApplicationConfiguration(address: address))
        try await application.runService()
    }
}
