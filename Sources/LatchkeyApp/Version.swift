/// The version of this build, as `--version` and the log have it.
enum Version {
    static let text = "0.1.0"
}
