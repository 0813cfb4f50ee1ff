import DevelopmentIdentityProvider
import FoundationEssentials
import NIOSSL
import SealedCookies
import SystemLibrary

/// Whether the files that the settings name can be used; none of them is made or changed.
struct FileCheck {
    /// Services that renew certificates do so before so few days are left.
    private static let fewDays = 14

    let configuration: Configuration
    var now = Date.now
    var scope = CheckScope.everything

    func findings() -> [Finding] {
        [dataDirectory, sessionKeys, identityProvider, certificate, roots].compactMap(\.self)
    }

    private var dataDirectory: Finding {
        let path = configuration.dataDirectory
        let isThere = FileManager.default.fileExists(atPath: path)
        switch FolderTrial.obstacle(toWritingIn: path) {
        case let obstacle? where !isThere:
            return .fault(
                \.dataDirectory, "\(path) can't be made, because of \(obstacle); name another, or make it yourself")
        case let obstacle?:
            return .fault(\.dataDirectory, "no file can be written in \(path) (\(obstacle.reason)); name another")
        case nil where !isThere: return .good(\.dataDirectory, "\(path) is not there yet; serve makes it")
        case nil:
            guard access(path, R_OK) == 0 else {
                return .fault(\.dataDirectory, "\(path) is no folder that can be read and written; name another")
            }
            return .good(\.dataDirectory, "\(path) can be read and written")
        }
    }

    private var sessionKeys: Finding? {
        do {
            // Without a file `serve` makes one.
            let hasFile = FileManager.default.fileExists(atPath: DataDirectory.keyFile(in: configuration.dataDirectory))
            if configuration.sessionKeys == nil, hasFile {
                _ = try DataDirectory(path: configuration.dataDirectory).existingSessionKeys()
            }
            return nil
        } catch let error as SettingError {
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
            guard let own = chain.first, own.notValidBefore <= Int(now.timeIntervalSince1970) else {
                let words = "\(files.certificate) is not valid yet; browsers refuse it"
                return Finding(scope.expired, Settings.name(\.tlsCertificateFile), words)
            }
            return CertificateExpiry(
                name: "\(files.certificate) belongs to \(files.key), and", certificate: own, fewDays: Self.fewDays,
                fix: "put a new one in these files", now: now
            ).finding(\.tlsCertificateFile, in: scope)
        } catch {
            return .wrongSetting(SettingError(unusableCertificate: error))
        }
    }

    private var roots: Finding? {
        guard let file = configuration.caFile else { return nil }
        do throws(SettingError) {
            let count = try file.roots().count
            return .good(\.caFile, "\(file.path) adds \(count) to the system's root certificates")
        } catch {
            return .wrongSetting(error)
        }
    }
}
