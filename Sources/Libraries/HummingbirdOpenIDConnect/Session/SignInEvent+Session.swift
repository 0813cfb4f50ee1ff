import Logging
import OpenIDConnect

extension SignInEvent {
    /// Logs the event of a session.
    ///
    /// - Parameter error: The error that is the reason.
    func log(
        to logger: Logger, session: Session, error: OpenIDConnectError? = nil, _ fields: Logger.Metadata = [:]
    ) {
        guard logger.logLevel <= level else { return }
        let names: Logger.Metadata = [
            "session": "\(LogName.of(session.id))", "user": "\(LogName.of(user: session.user.text))",
            "authority": "\(session.authority)",
        ]
        log(to: logger, error: error, fields.merging(names) { $1 })
    }
}
