import NIOCore
import NIOPosix
import WebServing

/// Whether the addresses that `serve` would listen at are to be had.
struct ListenCheck {
    let configuration: Configuration

    func findings() async -> [Finding] {
        var findings: [Finding] = []
        for (setting, address) in addresses {
            findings.append(
                await Self.fault(setting, address).map(Finding.fault) ?? .good(setting, "\(address) is free"))
        }
        return findings
    }

    /// Throws the first fault that there is.
    func demand() async throws {
        for (setting, address) in addresses {
            if let fault = await Self.fault(setting, address) { throw fault }
        }
    }

    private var addresses: [(SettingName, ListenAddress)] {
        var addresses: [(SettingName, ListenAddress)] = [(.listen, configuration.listen)]
        if configuration.usesDevelopmentIdentityProvider {
            addresses.append((.identityListen, configuration.identityListen))
        }
        if configuration.usesEmbeddedTasksAPI { addresses.append((.apiListen, configuration.apiListen)) }
        return addresses
    }

    private static func fault(_ setting: SettingName, _ address: ListenAddress) async -> StartFault? {
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
            return StartFault(listeningAt: "\(address)", setting, error)
                ?? StartFault(setting, "\(address) can't be listened at (\(error)); name another")
        }
    }
}
