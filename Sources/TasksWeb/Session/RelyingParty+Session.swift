import Logging
import OpenIDConnect

extension RelyingParty {
    /// Has a session's tokens revoked.
    ///
    /// That it doesn't work keeps nobody signed in here, and is told to the log: the tokens then live on to their own
    /// end.
    func revokeTokens(of session: Session, logger: Logger) async {
        do {
            if let refreshToken = session.refreshToken {
                try await revoke(refreshToken: refreshToken, policy: session.policy)
            } else {
                try await revoke(accessToken: session.accessToken, policy: session.policy)
            }
        } catch {
            logger.warning("the tokens of an ended session are not revoked", metadata: ["reason": "\(error)"])
        }
    }
}
