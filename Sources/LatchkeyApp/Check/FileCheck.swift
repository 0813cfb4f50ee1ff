import DevelopmentIdentityProvider
import FoundationEssentials
import NIOSSL
import SealedCookies

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Whether the files that the settings name can be used; none is made or changed.
struct FileCheck {
    let configuration: Configuration
    var scope = CheckScope.everything

    func findings() -> [Finding] {
        [dataDirectory, sessionKeys, identityProvider, certificate, roots].compactMap(\.self)
    }

    private var dataDirectory: Finding {
        let path = configuration.dataDirectory
        var isFolder = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            let place = Self.nearestPlace(to: path)
            let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
            guard !isLink, access(place, W_OK | X_OK) == 0 else {
                return .fault(\.dataDirectory, "\(path) can't be made in \(place); name another, or make it yourself")
            }
            return .good(\.dataDirectory, "\(path) is not there yet; serve makes it")
        }
        guard isFolder, access(path, R_OK | W_OK | X_OK) == 0 else {
            return .fault(\.dataDirectory, "\(path) is no folder that can be read and written; name another")
        }
        return .good(\.dataDirectory, "\(path) can be read and written")
    }

    /// The first folder on the way up from a path that is there.
    private static func nearestPlace(to path: String) -> String {
        var place = path
        while let slash = place.lastIndex(of: "/") {
            place = slash == place.startIndex ? "/" : String(place[..<slash])
            if place == "/" || access(place, F_OK) == 0 { return place }
        }
        return "."
    }

    private var sessionKeys: Finding? {
        do {
            // Without a file `serve` makes one.
            let hasFile = FileManager.default.fileExists(atPath: DataDirectory.keyFile(in: configuration.dataDirectory))
            if configuration.sessionKeys == nil, hasFile {
                _ = try DataDirectory(path: configuration.dataDirectory).existingSessionKeys()
            }
            return nil
        } catch let error as StartupError {
            return .fault(error)
        } catch {
            return .fault(\.sessionKeys, "the keys can't be used; latchkey key prints one that can")
        }
    }

    private var identityProvider: Finding? {
        guard configuration.usesDevelopmentIdentityProvider else { return nil }
        do throws(ProviderSetupError) {
            try DevelopmentProvider.examine(dataDirectory: configuration.dataDirectory)
            return nil
        } catch {
            return .fault(\.dataDirectory, error.description)
        }
    }

    private var certificate: Finding? {
        guard let files = configuration.tls else { return nil }
        do {
            let chain = try NIOSSLCertificate.fromPEMFile(files.certificate)
            _ = try NIOSSLContext(
                configuration: .makeServerConfiguration(
                    certificateChain: chain.map { .certificate($0) },
                    privateKey: .privateKey(try NIOSSLPrivateKey(file: files.key, format: .pem))))
            let now = time(nil)
            guard let own = chain.first, (own.notValidBefore...max(own.notValidBefore, own.notValidAfter)).contains(now)
            else {
                return .expired(
                    \.tlsCertificateFile, "\(files.certificate) has expired, or is not yet valid; browsers refuse it",
                    in: scope)
            }
            return .good(\.tlsCertificateFile, "\(files.certificate) and \(files.key) belong together")
        } catch {
            return .fault(StartupError(unusableCertificate: error))
        }
    }

    private var roots: Finding? {
        guard let path = configuration.caFile?.path else { return nil }
        do throws(StartupError) {
            let count = try Endpoints.roots(in: path).count
            return .good(\.caFile, "\(path) adds \(count) to the system's root certificates")
        } catch {
            return .fault(error)
        }
    }
}
