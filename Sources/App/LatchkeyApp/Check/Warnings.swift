import DevelopmentIdentityProvider
import Encodings
import FoundationEssentials
import HTTPTransport
import PostgreSQLSessionStorage
import SealedCookies

/// Warns of settings and files with which `serve` works, but less safely than its operator may think.
struct Warnings {
    let configuration: Configuration

    var findings: [Finding] {
        secretFiles.compactMap(Self.warning) + predictableKeys
            + [openFolder, unverifiedDatabase, plainAPI, plainTraces].compactMap(\.self)
    }

    /// The files with a secret that the settings name, and those that `serve` writes.
    private var secretFiles: [SecretFile] {
        var files = configuration.given.secretFiles
        if configuration.sessionKeys == nil {
            files.append(SecretFile(\.sessionKeys, DataDirectory.keyFile(in: configuration.dataDirectory)))
        }
        if case .sqlite(let path) = configuration.database {
            files.append(SecretFile(\.database, path, isSQLite: true))
        }
        if configuration.usesDevelopmentIdentityProvider {
            let folder = configuration.dataDirectory
            files.append(SecretFile(\.dataDirectory, "\(folder)/\(ProviderConfiguration.keyFile)"))
            files.append(
                SecretFile(\.dataDirectory, "\(folder)/\(ProviderConfiguration.databaseFile)", isSQLite: true))
        }
        return files
    }

    private static func warning(_ file: SecretFile) -> Finding? {
        let open = file.paths.compactMap { path in looseMode(of: path).map { (path: path, mode: $0) } }
        guard let (path, mode) = open.first else { return nil }
        let who = mode & othersAccess != 0 ? "other users can access it" : "its group can write it"
        let words = "\(path) holds a secret, but \(who) (mode 0\(String(mode, radix: 8))); run chmod g-w,o= on it"
        let further = open.dropFirst().map { " and on \($0.path)" }.joined()
        return Finding(.warning, file.setting, words + further)
    }

    private static let (groupWrite, othersAccess) = (0o020, 0o007)

    /// The mode of a file that its group can write, or that others can access.
    private static func looseMode(of path: String) -> Int? {
        guard let mode = mode(of: path, .typeRegular), mode & (groupWrite | othersAccess) != 0 else { return nil }
        return mode
    }

    /// The data directory, if other users can replace its files; the sticky bit, as `/tmp` has it, prevents that.
    private var openFolder: Finding? {
        let folder = configuration.dataDirectory
        guard let mode = Self.mode(of: folder, .typeDirectory), mode & 0o003 == 0o003, mode & 0o1000 == 0 else {
            return nil
        }
        return .warning(
            \.dataDirectory,
            "other users can replace the files in \(folder) (mode 0\(String(mode, radix: 8))); run chmod o-w on it")
    }

    private static func mode(of path: String, _ type: FileAttributeType) -> Int? {
        let path = URL(filePath: path).resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard attributes?[.type] as? FileAttributeType == type else { return nil }
        return attributes?[.posixPermissions] as? Int
    }

    /// Keys of one byte repeated, as examples and tests have them.
    private var predictableKeys: [Finding] {
        let file = DataDirectory.keyFile(in: configuration.dataDirectory)
        let texts =
            configuration.sessionKeys?.map(\.text)
            ?? (try? String(contentsOfFile: file, encoding: .utf8))?.split(whereSeparator: \.isWhitespace).map(
                String.init)
        return (texts ?? []).enumerated().compactMap { index, text in
            guard let bytes = Base64URL.decode(text), Set(bytes).count == 1 else { return nil }
            return .warning(
                \.sessionKeys,
                "key \(index + 1) is one byte repeated, which anybody can guess; latchkey key prints a new key")
        }
    }

    private var unverifiedDatabase: Finding? {
        guard case .postgreSQL(let url) = configuration.database, url.leavesEncryptionToServer else { return nil }
        return .warning(
            \.database,
            "the server on another machine is never verified, and may not encrypt; add ?sslmode=verify-full to the URL"
        )
    }

    private var plainAPI: Finding? {
        guard configuration.usesEmbeddedTasksAPI, !configuration.apiListen.isLoopback else {
            return nil
        }
        return .warning(
            \.apiListen,
            "\(configuration.apiListen) takes access tokens in plain http; listen at a loopback address"
        )
    }

    private var plainTraces: Finding? {
        guard let traces = configuration.traces, traces.endpoint.scheme == .http, !traces.endpoint.isLoopback else {
            return nil
        }
        return Finding(
            .warning, traces.source,
            "traces, and further header fields with them, go to \(traces.endpoint.authority) in plain http; write https"
        )
    }
}
