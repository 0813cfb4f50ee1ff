import NIOCore
import NIOPosix
import WebServing

/// Whether `serve` could listen at its addresses.
struct ListenCheck {
    let configuration: Configuration

    func findings() async -> [Finding] {
        var findings: [Finding] = []
        for setting in settings {
            let address = configuration.given[setting]
            findings.append(
                await Self.error(Settings.name(setting), address).map(Finding.fault)
                    ?? .good(setting, "\(address) is free"))
        }
        return findings
    }

    /// Throws the first error that there is.
    func demand() async throws {
        for setting in settings {
            if let error = await Self.error(Settings.name(setting), configuration.given[setting]) { throw error }
        }
    }

    private var settings: [KeyPath<Settings, Setting<ListenAddress>>] {
        var settings: [KeyPath<Settings, Setting<ListenAddress>>] = [\.listen]
        if configuration.usesDevelopmentIdentityProvider { settings.append(\.identityListen) }
        if configuration.usesEmbeddedTasksAPI { settings.append(\.apiListen) }
        return settings
    }

    private static func error(_ setting: String, _ address: ListenAddress) async -> StartupError? {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let outcome: Result<Void, any Error>
        do {
            try await ServerBootstrap(group: group).serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .bind(host: address.host, port: address.port).get().close()
            outcome = .success(())
        } catch {
            outcome = .failure(error)
        }
        try? await group.shutdownGracefully()
        switch outcome {
        case .success: return nil
        case .failure(let error):
            return StartupError(listeningAt: "\(address)", setting, error)
                ?? StartupError(setting: setting, "\(address) can't be listened at (\(error)); name another")
        }
    }
}
