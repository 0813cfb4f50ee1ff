import FoundationEssentials

/// The settings that are given, each parsed from the highest layer that has it.
struct GivenSettings: Sendable {
    private struct Source: Sendable {
        /// The texts of the value, of which some are secrets.
        let entries: [Secret]
        let origin: String
    }

    /// Errors of single values.
    private(set) var errors: [SettingError] = []
    /// The iOS sample's names that are given and ignored.
    private(set) var ignored: [String] = []
    /// Whether a `redirectUri` was ignored because it is a `urn:`.
    private(set) var hasURNRedirect = false
    /// The files that contain a secret of the values.
    private(set) var secretFiles: [SecretFile] = []
    /// The further authorities.
    private(set) var moreAuthorities: [AuthoritySettings] = []
    /// The prefix of these settings' names in messages: the entry of `moreAuthorities` that they are in.
    let prefix: String
    /// The table with the values that are given.
    private var settings = Settings.table
    /// The texts of these values by the settings' names.
    private var sources: [String: Source] = [:]
    private let files: FileReader

    /// - Parameter layers: The layers, the one with the highest precedence first.
    init(
        layers: [SettingsLayer], readers: [SettingReader] = Settings.readers, prefix: String = "", files: FileReader
    ) {
        self.files = files
        self.prefix = prefix
        for reader in readers { take(reader, layers) }
    }

    /// The value, or its default.
    subscript<Value>(setting: KeyPath<Settings, Setting<Value>>) -> Value { settings[keyPath: setting].value }

    func contains(_ setting: KeyPath<Settings, Setting<some Sendable>>) -> Bool {
        sources[Settings.name(setting)] != nil
    }

    /// The origin of a value: its option, its variable, or a file.
    func origin(_ setting: KeyPath<Settings, Setting<some Sendable>>) -> String? {
        sources[Settings.name(setting)]?.origin
    }

    /// An error that only the use of a value has shown, with the origin of the value.
    func located(_ error: SettingError) -> SettingError {
        SettingError(error.subject, error.problem, from: error.origin ?? sources[error.subject]?.origin)
    }

    /// The settings whose values differ from an earlier reading, by their full names, also in `moreAuthorities`.
    func changes(since earlier: GivenSettings) -> Set<String> {
        let names = Set(sources.keys).union(earlier.sources.keys)
        var changed = Set(names.filter { sources[$0]?.entries != earlier.sources[$0]?.entries }.map { prefix + $0 })
        for entry in moreAuthorities {
            if let before = earlier.moreAuthorities.first(where: { $0.name == entry.name }) {
                changed.formUnion(entry.given.changes(since: before.given))
                if entry.label != before.label { changed.insert("\(entry.given.prefix)\(AuthoritySettings.labelKey)") }
            } else {
                changed.insert(Settings.name(\.moreAuthorities))
            }
        }
        return changed
    }

    private mutating func take(_ reader: SettingReader, _ layers: [SettingsLayer]) {
        let row = reader.row
        // A settings file contains a secret even if the value of another layer is used.
        for case .file(let path) in layers.filter({ $0.holdsSecret(of: row) }).map(\.source) {
            secretFiles.append(SecretFile(setting: prefix + row.name, path: path))
        }
        for layer in layers {
            let origin = layer.origin(of: row)
            let twin = row.fileTwin
            let path = twin.flatMap { layer.values[$0.name]?.entries(for: $0)?.first }
            if row.form.kind == .tables, case .tables(let tables)? = layer.values[row.name] {
                return read(tables, from: layer)
            }
            guard let entries = layer.values[row.name].map({ $0.entries(for: row) }) ?? [] else {
                let problem =
                    switch row.form.kind {
                    case .list: "must be a list of texts"
                    case .tables: "must be a list of entries, each with names and values"
                    default: "must be one value"
                    }
                refuse(row.name, problem, from: origin)
                return
            }
            if let twin, path != nil, !entries.isEmpty {
                let problem = "is given together with \(twin.name); leave one of them out"
                refuse(row.name, problem, from: origin)
            } else if let twin, let path {
                readSecret(reader, from: path, named: twin.name)
            } else if row.name == Settings.name(\.redirectUri), entries.contains(where: Self.isURN) {
                hasURNRedirect = true
                continue
            } else if !entries.isEmpty {
                store(reader, entries, origin)
            } else {
                continue
            }
            return
        }
    }

    private mutating func refuse(_ name: String, _ problem: String, from origin: String? = nil) {
        errors.append(SettingError(prefix + name, problem, from: origin))
    }

    /// Reads the entries of `moreAuthorities`.
    private mutating func read(_ tables: [[String: RawValue]], from layer: SettingsLayer) {
        for (index, table) in tables.enumerated() {
            do {
                let entry = try AuthoritySettings(entry: table, number: index + 1, source: layer.source, files: files)
                errors += entry.given.errors
                secretFiles += entry.given.secretFiles
                if moreAuthorities.contains(where: { $0.name == entry.name }) {
                    refuse("\(entry.given.prefix)name", "is that of another entry too; give each one of its own")
                }
                moreAuthorities.append(entry)
            } catch {
                errors += error.errors
            }
        }
    }

    private static func isURN(_ text: String) -> Bool { text.lowercased().hasPrefix("urn:") }

    private mutating func readSecret(_ reader: SettingReader, from path: String, named twin: String) {
        let row = reader.row
        do {
            let text = try files.text(path)
            let entries = RawValue.text(text).entries(for: row) ?? []
            if entries.isEmpty { return refuse(twin, "\(path) is empty") }
            if entries.contains(where: row.form.holdsSecret) {
                secretFiles.append(SecretFile(setting: prefix + twin, path: path))
            }
            store(reader, entries, path)
        } catch {
            refuse(twin, error.sentence(path))
        }
    }

    private mutating func store(_ reader: SettingReader, _ entries: [String], _ origin: String) {
        let row = reader.row
        if row.form.kind == .ignored { return ignored.append(row.name) }
        if row.form.namesSecretFile, let path = entries.first {
            secretFiles.append(SecretFile(setting: prefix + row.name, path: path))
        }
        let texts = entries.enumerated().map { index, entry in
            let hidden = row.form.kind == .list ? "key \(index + 1)" : "the value"
            return SettingText(
                text: entry, shown: row.isSecret ? hidden : PrintableText.quoted(entry), files: files)
        }
        do {
            try reader.read(texts, &settings)
            sources[row.name] = Source(entries: entries.map(Secret.init), origin: origin)
        } catch {
            refuse(row.name, error.problem, from: origin)
        }
    }
}

/// A file that contains a secret, and the setting that names it or is in it.
struct SecretFile: Sendable, Equatable {
    let setting: String
    /// The file, and the files that SQLite writes next to it.
    let paths: [String]

    init(setting: String, path: String) {
        self.setting = setting
        paths = [path]
    }

    init(_ setting: KeyPath<Settings, Setting<some Sendable>>, _ path: String, isSQLite: Bool = false) {
        self.setting = Settings.name(setting)
        // SQLite follows a link before it names them.
        let file = URL(filePath: path).resolvingSymlinksInPath().path
        paths = isSQLite ? [path, "\(file)-wal", "\(file)-shm"] : [path]
    }
}
