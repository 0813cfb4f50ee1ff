/// Reads the settings from options, variables and a file, and makes a configuration of them.
///
/// Nothing here touches the process: arguments, variables and files come in as values.
struct ConfigurationReader: Sendable {
    let files: FileReader

    init(files: FileReader = .system) { self.files = files }

    /// Reads and checks all settings.
    ///
    /// - Parameter arguments: Those after the command.
    /// - Throws: All names that don't exist and all values that can't be; only where there are none, what does not go
    ///   together, so that one slip makes one line.
    func read(arguments: [String], environment: [String: String]) throws(SettingsFault) -> Configuration {
        let commandLine = CommandLineSettings(arguments)
        let variables = EnvironmentSettings(environment)
        var faults = commandLine.faults + variables.faults
        var layers = [commandLine.layer, variables.layer]

        let named =
            commandLine.file.map { ($0, SettingsTable.fileOption) }
            ?? variables.file.map { ($0, SettingsTable.fileVariable) }
        if let (path, origin) = named {
            do {
                let file = try SettingsFile(path: path, origin: origin, reader: files)
                faults += file.faults
                layers.append(file.layer)
            } catch {
                faults.append(error)
            }
        }

        let given = GivenSettings(layers: layers, reader: files)
        faults += given.faults
        guard faults.isEmpty else { throw SettingsFault(faults: faults) }
        let configuration = try Configuration(given)
        faults = SettingRules(given, configuration).faults
        guard faults.isEmpty else { throw SettingsFault(faults: faults) }
        return configuration
    }
}
