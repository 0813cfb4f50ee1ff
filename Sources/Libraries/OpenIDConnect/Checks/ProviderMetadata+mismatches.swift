import Encodings

extension ProviderMetadata {
    /// The lists that name nothing this client can use, in words, with what to do.
    ///
    /// With one of them no sign-in can succeed.
    var mismatches: [String] {
        let accepted = SignatureAlgorithm.allCases.map(\.rawValue)
        return [
            Self.mismatch("id_token_signing_alg_values_supported", signatureAlgorithms, accepted) { offered in
                SignatureAlgorithm.advice(on: .array(offered.map { .string($0) }))
            },
            Self.mismatch("response_types_supported", responseTypes, ["code"]),
            Self.mismatch("grant_types_supported", grantTypes, ["authorization_code"]),
        ].compactMap(\.self)
    }

    private static func mismatch(
        _ name: String, _ offered: [String]?, _ usable: [String],
        words: ([String]) -> String = { $0.joined(separator: ", ") }
    ) -> String? {
        guard let offered, Set(offered).isDisjoint(with: usable) else { return nil }
        return "\(name) has none of \(usable.joined(separator: ", ")), but \(ProviderText.printable(words(offered)))"
    }
}
