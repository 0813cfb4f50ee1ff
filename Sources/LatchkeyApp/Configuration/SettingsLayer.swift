/// What one place says: the command line, the environment, or the file.
struct SettingsLayer: Sendable {
    enum Source: Sendable, Equatable {
        case commandLine, environment
        case file(String)
    }

    let source: Source
    var values: [SettingName: RawValue] = [:]

    /// How a person finds the value: by its option, its variable or the file.
    func origin(of name: SettingName) -> String {
        switch source {
        case .commandLine: name.option
        case .environment: name.environmentName
        case .file(let path): path
        }
    }
}
