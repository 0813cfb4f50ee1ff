extension AuthoritySettings {
    private static let nameKey = "name"
    static let labelKey = "label"
    /// The names whose paths of a sign-in are other routes.
    private static let takenNames = ["facebook", "device"]

    /// Reads an entry of `moreAuthorities`.
    ///
    /// Errors of single settings are in ``given``.
    ///
    /// - Parameter number: The place in the list, from 1.
    /// - Throws: ``SettingsError`` if the entry has no usable name, or a key that is no setting.
    init(
        entry table: [String: RawValue], number: Int, source: SettingsLayer.Source, files: FileReader
    ) throws(SettingsError) {
        let list = Settings.name(\.moreAuthorities)
        let layer = SettingsLayer(source: source, values: table)
        let origin = layer.origin(of: Settings.table.moreAuthorities.row)
        guard let name = Self.text(table[Self.nameKey]), Self.isName(name) else {
            throw SettingsError(errors: [
                SettingError(
                    "\(list)[\(number)].\(Self.nameKey)",
                    """
                    must be 1 to 32 of a to z, 0 to 9 and -, and not \(Self.takenNames.joined(separator: " or ")); \
                    it is part of URLs
                    """,
                    from: origin)
            ])
        }
        let prefix = "\(list).\(name)."
        let known = Settings.all.filter(Settings.isOfEachAuthority).map(\.name)
        let keys = [Self.nameKey, Self.labelKey] + known
        var errors = table.keys.filter { !keys.contains($0) }.sorted().map {
            SettingError.unknown($0, among: keys, from: origin).within(prefix)
        }
        let label = table[Self.labelKey].map(Self.text) ?? name
        if label?.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) != false {
            errors.append(SettingError("\(prefix)\(Self.labelKey)", "must be one line of text", from: origin))
        }
        let given = GivenSettings(layers: [layer], readers: Settings.ofEachAuthority, prefix: prefix, files: files)
        guard let label, errors.isEmpty else { throw SettingsError(errors: errors + given.errors) }
        self.init(name: name, label: label.isEmpty ? name : label, given: given)
    }

    private static func text(_ value: RawValue?) -> String? {
        guard case .text(let text)? = value else { return nil }
        return text
    }

    private static func isName(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count) && !takenNames.contains(text)
            && text.utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}
