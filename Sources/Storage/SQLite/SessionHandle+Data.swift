import FoundationEssentials
import SessionRegistry

extension SessionHandle {
    /// The handle as it is bound to a statement.
    var data: Data { Data(bytes) }
}
