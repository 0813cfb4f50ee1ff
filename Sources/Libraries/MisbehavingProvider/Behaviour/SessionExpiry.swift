import PortableFoundation

/// `session_expiry` of an ID token, which ends the relying party's session (IPSIE SL1), relative to when it is issued.
///
/// More cases may come in a minor version: switch with a `default`.
public enum SessionExpiry: Sendable, Equatable {
    /// A whole number of seconds from now, which is in the past if it is negative.
    case seconds(Int)
    /// Half a second after that.
    case fraction(Int)
    /// The same as ``seconds(_:)``, as a string.
    case text(Int)
    /// The same as ``seconds(_:)``, in milliseconds.
    case milliseconds(Int)
    /// Before 1970.
    case negative
    /// 1e300.
    case beyondAllTime

    /// The claim of a token that is issued at a time in UNIX seconds.
    func claim(at now: Int) -> JSON {
        switch self {
        case .seconds(let seconds): .int(now + seconds)
        case .fraction(let seconds): .number("\(now + seconds).5")
        case .text(let seconds): .string("\(now + seconds)")
        case .milliseconds(let seconds): .int((now + seconds) * 1000)
        case .negative: -1
        case .beyondAllTime: .number("1e300")
        }
    }
}
