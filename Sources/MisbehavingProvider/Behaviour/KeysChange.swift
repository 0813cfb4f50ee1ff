/// What is different about the published keys.
public enum KeysChange: Sendable, Equatable {
    /// No usable answer.
    case fault(AnswerFault)
    /// An empty set.
    case none
    /// The signing key is there for encryption only.
    case forEncryption
    /// The signing key says that it is for another algorithm.
    case otherAlgorithm
    /// Beside the right keys such as nobody can use: of unknown types and curves, malformed, symmetric. No reason to
    /// refuse anything.
    case besideUselessOnes
    /// Neither keys nor tokens have names: each token can be of any key that fits. No reason to refuse anything.
    case withoutNames
    /// A second key that could sign the same, with tokens that name their key. No reason to refuse anything.
    case besideAnother
}
