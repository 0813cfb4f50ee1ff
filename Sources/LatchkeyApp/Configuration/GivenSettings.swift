/// The settings that are given, each taken from the highest layer that has it and checked by its kind.
struct GivenSettings: Sendable {
    private struct Value: Sendable {
        var entries: [String]
        var origin: String
        /// What the file that a value names holds.
        var contents: String?
    }

    /// What is wrong with single values.
    private(set) var faults: [SettingFault] = []
    /// The iOS sample's names that are there and mean nothing here.
    private(set) var ignored: [SettingName] = []
    /// Whether a `redirectUri` was passed over because it is a `urn:`.
    private(set) var hasURNRedirect = false
    /// The files that hold a secret among the values.
    private(set) var secretFiles: [SecretFile] = []
    private var values: [SettingName: Value] = [:]
    private let reader: FileReader

    /// - Parameter layers: The highest first.
    init(layers: [SettingsLayer], reader: FileReader) {
        self.reader = reader
        for setting in SettingsTable.all where setting.kind != .secretFile { take(setting, layers) }
    }

    func contains(_ name: SettingName) -> Bool { values[name] != nil }
    func origin(_ name: SettingName) -> String? { values[name]?.origin }
    func list(_ name: SettingName) -> [String] { values[name]?.entries ?? [] }
    func text(_ name: SettingName) -> String? { values[name]?.entries.first }
    func contents(_ name: SettingName) -> String? { values[name]?.contents }
    /// The value with its readings.
    func value(_ name: SettingName) -> SettingText? { text(name).map(SettingText.init) }

    private mutating func take(_ setting: Setting, _ layers: [SettingsLayer]) {
        for layer in layers {
            let twin = setting.fileTwin.flatMap { path(of: $0, in: layer) }
            let origin = layer.origin(of: setting.name)
            guard let entries = layer.values[setting.name].map({ $0.entries(for: setting) }) ?? [] else {
                faults.append(
                    SettingFault(
                        setting.name, setting.kind.isList ? "must be a list of texts" : "must be one value",
                        from: origin))
                return
            }
            if let twin, !entries.isEmpty {
                faults.append(
                    SettingFault(
                        setting.name, "is given together with \(twin.name.rawValue); leave one of them out",
                        from: origin))
            } else if let twin {
                readSecret(setting, from: twin.path, named: twin.name)
                secretFiles.append(SecretFile(setting: twin.name, path: twin.path))
            } else if setting.name == .redirectUri, entries.contains(where: { $0.lowercased().hasPrefix("urn:") }) {
                hasURNRedirect = true
                continue
            } else if !entries.isEmpty {
                keep(setting, entries, origin)
                if setting.isSecret, case .file(let path) = layer.source {
                    secretFiles.append(SecretFile(setting: setting.name, path: path))
                }
            } else {
                continue
            }
            return
        }
    }

    private mutating func path(of twin: Setting, in layer: SettingsLayer) -> (name: SettingName, path: String)? {
        layer.values[twin.name]?.entries(for: twin)?.first.map { (twin.name, $0) }
    }

    private mutating func readSecret(_ setting: Setting, from path: String, named twin: SettingName) {
        do {
            var text = try reader.text(path)
            if text.last?.isNewline == true { text.removeLast() }
            let entries = RawValue.text(text).entries(for: setting) ?? []
            if entries.isEmpty { return faults.append(SettingFault(twin, "\(path) is empty")) }
            keep(setting, entries, path)
        } catch {
            faults.append(SettingFault(twin, "\(path) \(error.reason)"))
        }
    }

    private mutating func keep(_ setting: Setting, _ entries: [String], _ origin: String) {
        if setting.kind == .ignored { return ignored.append(setting.name) }
        var value = Value(entries: entries, origin: origin)
        for (index, entry) in entries.enumerated() {
            let shown =
                !setting.isSecret ? PrintableText.quoted(entry) : setting.kind.isList ? "key \(index + 1)" : "the value"
            if let problem = SettingCheck(kind: setting.kind).problem(with: entry, shown: shown) {
                return faults.append(SettingFault(setting.name, problem, from: origin))
            }
        }
        if case .pemFile(let content) = setting.kind, let path = entries.first {
            if content == .privateKey { secretFiles.append(SecretFile(setting: setting.name, path: path)) }
            do {
                value.contents = try reader.text(path)
            } catch {
                return faults.append(SettingFault(setting.name, "\(path) \(error.reason)", from: origin))
            }
            if let problem = value.contents.flatMap(content.problem(in:)) {
                return faults.append(SettingFault(setting.name, "\(path) \(problem)", from: origin))
            }
        }
        values[setting.name] = value
    }
}
