import CurlTransport
import FoundationEssentials
import HTTPServer
import HTTPTransport
import Hummingbird
import HummingbirdOpenIDConnect
import Logging
import MisbehavingProvider
import NIOPosix
import OpenIDConnect
import SealedCookies
import ServiceLifecycle
import SessionStorage
import SiteTesting
import TestSupport
import WebSupport

@testable import TasksWeb

/// The parts of the front end's site.
struct SiteParts: Sendable {
    /// The policies, if there are any.
    private static let policies: [SignInKind: String] = [
        .signIn: "b2c_1_sign_in", .signUp: "b2c_1_sign_up", .facebook: "b2c_1_facebook", .passwordReset: "b2c_1_reset",
        .profileEdit: "b2c_1_edit",
    ]

    /// Records the requests to the tasks API, and responds in its place.
    let api: ScriptedAPI
    let apiServer: LoopbackServer
    var options: SiteOptions

    func program(_ plan: SitePlan, at url: HTTPURL, _ publicOrigin: String) throws -> SiteProgram {
        guard let redirectURI = HTTPURL("\(publicOrigin)/auth/openid/return") else { throw LoopbackFault.notAURL }
        return switch options.application {
        case .tasksWeb: try tasksWeb(plan, at: url, redirectURI)
        case .library: try library(plan, at: url, redirectURI)
        }
    }

    private func tasksWeb(_ plan: SitePlan, at url: HTTPURL, _ redirectURI: HTTPURL) throws -> SiteProgram {
        let web = try WebFrontEnd(
            configuration: try configuration(plan, redirectURI), transport: plan.transport, store: plan.store,
            cache: SessionCache(), keys: SealingKeyRing(plan.keys), logger: options.logger, now: { plan.clock.now })
        return SiteProgram(web.signIn, web.buildRouter()) { onListening in
            web.service(
                listen: ListenAddress(host: "127.0.0.1", port: url.port ?? 0),
                tls: try options.certificate.map {
                    try TLSIdentity(certificateFile: $0.certificateFile, keyFile: $0.keyFile)
                },
                maximumConnections: 1000, group: MultiThreadedEventLoopGroup.singleton, onListening: onListening)
        }
    }

    private func library(_ plan: SitePlan, at url: HTTPURL, _ redirectURI: HTTPURL) throws -> SiteProgram {
        let signIn = try WebSignIn(
            authorities: try Self.authorities(plan.provider, plan.partner, options).map {
                SignInAuthority(
                    relyingParty: relyingParty($0, plan, redirectURI), requiredClaims: options.requiredClaims)
            },
            codec: SealedCookieCodec(keys: plan.keys), store: plan.store, cache: SessionCache(),
            options: LibraryApplication.options(options), logger: options.logger, now: { plan.clock.now })
        let router = LibraryApplication.router(
            signIn, hooks: options.hooks, api: try apiServer.url("/tasks"), plan.transport)
        return SiteProgram(signIn, router, at: url)
    }

    private func configuration(_ plan: SitePlan, _ redirectURI: HTTPURL) throws -> TasksWebConfiguration {
        var configuration = TasksWebConfiguration(
            redirectURI: redirectURI,
            authorities: try Self.authorities(plan.provider, plan.partner, options).map {
                SignInAuthority(
                    siteName: $0.name, label: $0.name.flatMap { _ in options.partner?.label }, policies: $0.policies,
                    hints: $0.name == nil ? options.hints : options.partner?.hints ?? [],
                    requiredClaims: $0.name == nil
                        ? options.requiredClaims : options.partner?.requiredClaims ?? RequiredClaims(),
                    relyingParty: relyingParty($0, plan, redirectURI))
            },
            tasksAPI: try apiServer.url("/tasks"), apiTimeout: options.apiTimeout, showsClaims: options.showsClaims,
            fullScreen: true)
        configuration.trustedProxies = TrustedProxies(options.trustedProxies)
        configuration.signIn.idleTimeout = options.idleTimeout
        configuration.signIn.lifetime = options.lifetime
        configuration.signIn.maximumSessions = options.maximumSessions
        configuration.signIn.deviceBinding = options.deviceBinding
        return configuration
    }

    private func relyingParty(_ authority: AuthorityParts, _ plan: SitePlan, _ redirectURI: HTTPURL) -> RelyingParty {
        let path = redirectURI.path + (authority.name.map { "/\($0)" } ?? "")
        return RelyingParty(
            configuration: RelyingPartyConfiguration(
                authority: authority.authority, sameUsersAs: authority.sameUsersAs, clientID: options.client.id,
                redirectURI: redirectURI.replacing(path: path).description,
                clientCredential: options.credential ?? options.client.secret.map(ClientCredential.secret) ?? .none,
                clientAuthentication: options.authentication, assertionAudience: options.assertionAudience,
                responseMode: authority.responseMode, prompt: options.prompt,
                extraParameters: options.extraParameters, timeout: options.authorityTimeout),
            transport: OutgoingCalls(plan.transport, correlationID: nil))
    }

    /// An authority of a site.
    struct AuthorityParts {
        let name: String?
        let authority: Authority
        var sameUsersAs: Authority?
        let audience: String
        let policies: [SignInKind: String]
        let responseMode: ResponseMode
    }

    /// The authorities of a site, the main one first.
    static func authorities(
        _ provider: ScriptedProvider, _ partner: ScriptedProvider?, _ options: SiteOptions
    ) throws -> [AuthorityParts] {
        let own =
            if let standIn = options.standIn {
                try Authority(standIn.authority, allowedTenants: standIn.allowedTenants)
            } else {
                try authority(at: provider, options.policies, issuer: options.issuer)
            }
        let partnerAuthority = try partner.flatMap { partner in
            try options.partner.map { try authority(at: partner, $0.policies) }
        }
        let main = AuthorityParts(
            name: options.isExchanged ? options.partner?.name : nil, authority: own,
            sameUsersAs: options.partner?.lendsUsers == true ? partnerAuthority : nil,
            audience: options.client.id,
            policies: options.policies == .none ? [:] : Self.policies,
            responseMode: options.responseMode)
        guard let further = options.partner, let partnerAuthority else { return [main] }
        var policies = Self.policies
        policies[.facebook] = nil
        let other = AuthorityParts(
            name: options.isPartnerMain || options.isExchanged ? nil : further.name, authority: partnerAuthority,
            sameUsersAs: further.hasMainUsers ? own : nil, audience: further.audience ?? options.client.id,
            policies: further.policies == .none ? [:] : policies,
            responseMode: further.responseMode)
        if options.isPartnerMain { return [other] }
        return options.isExchanged ? [other, main] : [main, other]
    }

    private static func authority(
        at provider: ScriptedProvider, _ policies: SiteOptions.Policies, issuer: String? = nil
    ) throws -> Authority {
        let text =
            switch policies {
            case .none: provider.url.description
            case .inPath: "\(provider.url)/people.example/{policy}/v2.0"
            case .inQuery: "\(provider.url)/people.example"
            }
        return try Authority(text, expectedIssuer: issuer, usesPolicies: policies != .none)
    }
}
