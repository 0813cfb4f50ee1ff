public import Hummingbird
public import HummingbirdCore
public import Logging
import OpenIDConnect
public import ServiceLifecycle

extension WebSignIn {
    /// The sign-in, and before it what it uses: its store and its transports, if they are services.
    ///
    /// They are in the order of a `ServiceGroup`, in which the last one ends first. Put them behind services that the
    /// store itself uses.
    public var services: [any Service] {
        var known: Set<ObjectIdentifier> = []
        let transports = listed.compactMap { $0.relyingParty.transport as? any Service }.filter { transport in
            guard type(of: transport) is AnyClass else { return true }
            return known.insert(ObjectIdentifier(transport as AnyObject)).inserted
        }
        return [rows.store as? any Service].compactMap(\.self) + transports + [self]
    }
}

extension Application {
    /// An application that runs a sign-in, its store and its transports, and is prepared before the server starts.
    ///
    /// The router needs the sign-in's routes as well: ``WebSignIn/add(to:hooks:)``.
    ///
    /// - Parameters:
    ///   - router: Makes responses.
    ///   - signIn: The sign-in; its ``WebSignIn/services`` run after the others.
    ///   - server: The server's protocol.
    ///   - configuration: The address, among others.
    ///   - services: Further services. A service that is the sign-in's store or transport has no place here.
    ///   - logger: The application's logger.
    public init<ResponderBuilder: HTTPResponderBuilder>(
        router: ResponderBuilder, signIn: WebSignIn, server: HTTPServerBuilder = .http1(),
        configuration: ApplicationConfiguration = ApplicationConfiguration(), services: [any Service] = [],
        logger: Logger? = nil
    ) where Responder == ResponderBuilder.Responder {
        self.init(
            router: router, server: server, configuration: configuration, services: services + signIn.services,
            logger: logger)
        beforeServerStarts(perform: signIn.prepare)
    }
}
