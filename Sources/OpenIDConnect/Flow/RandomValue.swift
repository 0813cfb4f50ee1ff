/// Draws values that nobody can guess, for `state`, `nonce`, PKCE and assertions.
enum RandomValue {
    /// 256 bits from the system's generator, as 43 characters of base64url.
    static func next() -> String {
        var generator = SystemRandomNumberGenerator()
        return Base64URL.encode((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }
}
