import Hummingbird
import ServiceLifecycle

/// One of the program's servers; where it can't listen it says so by the name of its setting.
struct Server: Service {
    let setting: SettingName
    let address: String
    let application: any Service

    func run() async throws {
        do {
            try await application.run()
        } catch {
            throw StartFault(listeningAt: address, setting, error) ?? error
        }
    }
}
