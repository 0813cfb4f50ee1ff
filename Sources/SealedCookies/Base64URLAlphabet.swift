/// The alphabet of base64url as tables.
enum Base64URLAlphabet {
    static let characters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// Set in the place of a character that is not of the alphabet; the 24 bits below hold the three bytes of four characters.
    static let fault: UInt32 = 1 << 31

    /// Where the six bits of a character go, for each of the four places it can have: 256 entries a place.
    static let places: [UInt32] = {
        var places = [UInt32](repeating: fault, count: 4 * 256)
        for (value, character) in characters.enumerated() {
            for place in 0..<4 { places[256 * place + Int(character)] = UInt32(value) << (18 - 6 * UInt32(place)) }
        }
        return places
    }()
}
