import CurlTransport
import FoundationEssentials
import HTTPTransport
import HummingbirdOpenIDConnect
import Logging
import MisbehavingProvider
import OpenIDConnect
import TasksWeb
import TestSupport
import WebSupport

/// How a ``Site`` is to be.
struct SiteOptions: Sendable {
    /// The application that serves the site.
    enum Application: CaseIterable {
        /// The front end of the tasks.
        case tasksWeb
        /// An application that has the public interface of the library alone: see ``LibraryApplication``.
        case library
    }

    /// How policies travel.
    enum Policies: Sendable {
        case none
        case inPath
        case inQuery
    }

    /// A further authority, at a separate provider.
    struct Partner: Sendable {
        var name = "partner"
        var label = "Partner & Co."
        var policies = Policies.none
        var responseMode = ResponseMode.query
        /// The `aud` that the tasks API expects in its tokens; `nil`: the client's id.
        var audience: String?
        /// Whether its users are the main authority's.
        var hasMainUsers = false
        /// Whether the main authority's users are its.
        var lendsUsers = false
        var hints: [SignInHint] = []
        var requiredClaims = RequiredClaims()
    }

    var application = Application.tasksWeb
    /// The hooks of the library's application.
    var hooks = SignInHooks<BasicSignInRequestContext>()
    var client = RegisteredClient()
    var policies = Policies.none
    var partner: Partner?
    /// Whether the main authority is the partner's, in place of its own.
    var isPartnerMain = false
    /// Whether the partner's authority is the main one, and the main one has the partner's name.
    var isExchanged = false
    var credential: ClientCredential?
    var authentication: ClientAuthenticationMethod?
    var assertionAudience: ClientAssertionAudience?
    var responseMode = ResponseMode.query
    var extraParameters = FormBody()
    var prompt: String?
    var issuer: String?
    /// The authority that the provider stands in for; `nil`: its own address is the authority.
    var standIn: StandIn?
    var hints: [SignInHint] = []
    var requiredClaims = RequiredClaims()
    var apiTimeout = Duration.seconds(30)
    var authorityTimeout = Duration.seconds(30)
    var idleTimeout = Duration.seconds(3600)
    var lifetime = Duration.seconds(43200)
    var maximumSessions = 100
    var deviceBinding = DeviceBinding.off
    var showsClaims = true
    var certificate: TestCertificate?
    var trustedProxies: [AddressRange] = []
    /// The log of the front end and the tasks API.
    let log = RecordedLog()
    /// The path of an SQLite file or a URL of PostgreSQL's; `nil`: in memory.
    var database: String?
}

extension SiteOptions {
    /// How the site and its browsers reach servers.
    var transport: CurlConfiguration {
        var configuration = CurlConfiguration(caFile: (certificate ?? standIn?.certificate)?.caFile)
        if let connection = standIn?.connection { configuration.standIns = [connection] }
        return configuration
    }

    /// A logger with the identifiers of the request.
    var logger: Logger { log.logger(metadata: Correlation.metadata) }

    /// Options with a second authority, each with its way of naming policies.
    static func withPartner(main: Policies = .none, partner: Policies = .none) -> SiteOptions {
        var options = SiteOptions()
        options.policies = main
        options.partner = Partner(policies: partner)
        return options
    }
}
