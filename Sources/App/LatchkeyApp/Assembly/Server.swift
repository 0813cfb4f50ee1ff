import Hummingbird
import ServiceLifecycle

/// One of the program's servers; an error to listen names the setting.
struct Server: Service {
    /// The name of the setting with the address.
    let setting: String
    let address: String
    let service: any Service
    /// Runs before the first request; a shutdown cancels it.
    var prepare: @Sendable () async -> Void = {}

    func run() async throws {
        await cancelWhenGracefulShutdown(prepare)
        guard !Task.isShuttingDownGracefully else { return }
        do {
            try await service.run()
        } catch {
            throw SettingError(listeningAt: address, setting, error) ?? error
        }
    }
}
