import NIOCore
import NIOPosix
import WebServing

/// Whether the addresses that `serve` would listen at are to be had.
struct ListenCheck {
    let configuration: Configuration

    func findings() async -> [Finding] {
        var addresses: [(SettingName, ListenAddress)] = [(.listen, configuration.listen)]
        if configuration.usesDevelopmentIdentityProvider { addresses.append((.identityListen, configuration.identityListen)) }
        if configuration.usesEmbeddedTasksAPI { addresses.append((.apiListen, configuration.apiListen)) }
        var findings: [Finding] = []
        for (setting, address) in addresses { findings.append(await Self.finding(setting, address)) }
        return findings
    }

    private static func finding(_ setting: SettingName, _ address: ListenAddress) async -> Finding {
        do {
            let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .bind(host: address.host, port: address.port).get()
            try await channel.close()
            return .good(setting, "\(address) is free")
        } catch {
            return StartFault(listeningAt: "\(address)", setting, error).map(Finding.fault)
                ?? .fault(setting, "\(address) can't be listened at (\(error)); name another")
        }
    }
}
