import CurlTransport
import OpenIDConnect
import SealedCookies
import WebServing

extension Reloader {
    /// The parts that a reload replaces.
    ///
    /// - Parameters:
    ///   - relyingParty: `nil` with the development identity provider, whose secret is fixed at the start.
    ///   - identity: `nil` for plain HTTP.
    static func parts(
        keys: SealingKeyRing, directory: DataDirectory, relyingParty: RelyingParty?, identity: TLSIdentity?,
        storage: Storage,
        transport: CurlClient
    ) -> [Part] {
        var parts = [Part(name: "session keys") { keys.replace(with: try directory.existingSessionKeys($0)) }]
        if let relyingParty {
            parts.append(
                Part(name: "client's credentials") { try await relyingParty.replaceCredential($0.clientCredential) })
        }
        if let identity {
            parts.append(
                Part(name: "certificate and its key") { configuration in
                    guard let files = configuration.tls else {
                        throw StartupError(
                            \.tlsCertificateFile, "it is set no more; start latchkey anew for plain HTTP")
                    }
                    do {
                        try identity.replace(certificateFile: files.certificate, keyFile: files.key)
                    } catch {
                        throw StartupError(unusableCertificate: error)
                    }
                })
        }
        if storage.hasCredentials {
            parts.append(Part(name: "database's credentials") { try storage.replaceCredentials(with: $0.database) })
        }
        parts.append(
            Part(name: "roots for outgoing calls") { try transport.replaceRoots(caFile: try Endpoints.caFile($0)) })
        return parts
    }
}
