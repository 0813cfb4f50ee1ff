import FoundationEssentials
import SealedCookies
import SystemSupport

/// The folder with the files of the embedded parts; only its owner may enter it.
struct DataDirectory: Sendable {
    let path: String

    /// Opens the folder, and makes it if it is missing.
    init(path: String) throws {
        self.path = path
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw SettingError(\.dataDirectory, "the folder \(path) can't be made; name another, or make it yourself")
        }
    }

    /// The path of a folder's session keys.
    static func keyFile(in path: String) -> String { "\(path)/session-keys" }

    /// The session keys of the settings, or else the folder's, made if there are none.
    func sessionKeys(_ configuration: Configuration) throws -> SealingKeys {
        try Self.named(configuration) ?? sessionKeys()
    }

    /// The session keys of the settings, or else the folder's; none are made.
    ///
    /// A running program mustn't change to a new key because a file is missing: that would sign all users out.
    func existingSessionKeys(_ configuration: Configuration) throws -> SealingKeys {
        try Self.named(configuration) ?? existingSessionKeys()
    }

    private static func named(_ configuration: Configuration) throws -> SealingKeys? {
        try configuration.sessionKeys.map { try SealingKeys($0) }
    }

    /// The folder's session keys, made on first start with mode 0600.
    func sessionKeys() throws -> SealingKeys {
        let file = Self.keyFile(in: path)
        let key = try SealingKey.generate().text
        do throws(NewFile.WriteError) {
            _ = try NewFile.create(at: file, contents: "\(key)\n")
        } catch {
            throw SettingError(
                \.dataDirectory, "the file \(file) can't be written (\(error.reason)); name a folder that can")
        }
        return try existingSessionKeys()
    }

    /// The folder's session keys.
    func existingSessionKeys() throws -> SealingKeys {
        let file = Self.keyFile(in: path)
        guard FileManager.default.fileExists(atPath: file) else {
            throw SettingError(
                \.sessionKeys, "the file \(file) is missing; put it back, or restart latchkey, which makes a new key"
            )
        }
        guard let data = FileManager.default.contents(atPath: file), let text = String(validating: data, as: UTF8.self)
        else {
            throw SettingError(
                \.sessionKeys,
                "the file \(file) can't be read; let its owner start latchkey, or name keys in the settings")
        }
        do {
            return try SealingKeys(texts: text.split(whereSeparator: \.isWhitespace).map(String.init))
        } catch {
            throw SettingError(
                \.sessionKeys,
                "the file \(file) holds something else than session keys; take it away to have new ones made")
        }
    }
}
