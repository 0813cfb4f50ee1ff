/// Reads the settings from options, variables and a file, and makes a configuration of them.
///
/// Nothing here touches the process: arguments, variables and files come in as values.
struct ConfigurationReader: Sendable {
    let files: FileReader
    /// Options of the command besides settings, to suggest for an unknown one.
    let commandOptions: [String]
    /// Whether the settings are reread while the program runs.
    let isReload: Bool

    init(files: FileReader = .system, commandOptions: [String] = [], isReload: Bool = false) {
        self.files = files
        self.commandOptions = commandOptions
        self.isReload = isReload
    }

    /// Reads and checks all settings.
    ///
    /// - Parameter arguments: The arguments after the command.
    /// - Throws: All unknown names and all invalid values; only without any, the settings that don't go together, so
    ///   that one slip makes one line.
    func read(arguments: [String], environment: [String: String]) throws(SettingsError) -> Configuration {
        let commandLine = CommandLineSettings(arguments, commandOptions: commandOptions)
        let variables = EnvironmentSettings(environment)
        var errors = commandLine.errors + variables.errors
        var layers = [commandLine.layer, variables.layer]

        let named =
            commandLine.file.map { ($0, Settings.fileOption) } ?? variables.file.map { ($0, Settings.fileVariable) }
        if let (path, origin) = named {
            do {
                let file = try SettingsFile(path: path, origin: origin, reader: files)
                errors += file.errors
                layers.append(file.layer)
            } catch {
                errors.append(error)
            }
        }

        let given = GivenSettings(layers: layers, files: files)
        let openTelemetry = OpenTelemetryVariables(environment, without: given)
        errors += given.errors + openTelemetry.errors
        guard errors.isEmpty else { throw SettingsError(errors: errors) }
        let configuration = try Configuration(given, openTelemetry)
        errors = SettingRules(configuration: configuration).errors
        // Another program may be replacing the assertion's file right now, which must not prevent the rest of a reload.
        if !isReload { errors += configuration.authorities.compactMap(\.unreadableAssertion) }
        guard errors.isEmpty else { throw SettingsError(errors: errors) }
        return configuration
    }
}
