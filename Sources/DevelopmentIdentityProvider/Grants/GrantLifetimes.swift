/// How long grants and their parts are valid, in seconds.
struct GrantLifetimes: Sendable {
    let code: Int
    let refreshToken: Int
    let grant: Int

    init(_ configuration: ProviderConfiguration) {
        code = configuration.codeLifetime
        refreshToken = configuration.refreshTokenLifetime
        grant = configuration.grantLifetime
    }
}
