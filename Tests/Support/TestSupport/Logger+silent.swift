package import Logging

extension Logger {
    /// A logger that writes nothing.
    package static let silent = {
        var logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        logger.logLevel = .critical
        return logger
    }()
}
