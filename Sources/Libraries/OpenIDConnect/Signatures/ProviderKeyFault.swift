/// Why a key of an authority's set can't verify a signature here.
enum ProviderKeyFault: String, Error, CaseIterable {
    /// For encryption, or of an algorithm or kind that no signature has that is accepted.
    case notForSignatures = "not for signatures that are accepted"
    case malformed = "malformed"
    case coordinateTooLarge = "a coordinate larger than its curve"
    case weak = "RSA of less than 2,048 bits"
}
