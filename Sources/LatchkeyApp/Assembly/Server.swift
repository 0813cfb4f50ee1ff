import Hummingbird
import ServiceLifecycle

/// One of the program's servers; where it can't listen it says so by the name of its setting.
struct Server: Service {
    let setting: SettingName
    let address: String
    let application: any Service
    /// What comes before the first request, as far as it can be had; a shutdown doesn't wait for it.
    var prepare: @Sendable () async -> Void = {}

    func run() async throws {
        await cancelWhenGracefulShutdown(prepare)
        guard !Task.isShuttingDownGracefully else { return }
        do {
            try await application.run()
        } catch {
            throw StartFault(listeningAt: address, setting, error) ?? error
        }
    }
}
