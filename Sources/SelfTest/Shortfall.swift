/// Something that was seen and should not have been, in words.
struct Shortfall: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }

    /// Throws the words unless something is so.
    static func unless(_ isSo: Bool, _ words: @autoclosure () -> String) throws {
        guard isSo else { throw Shortfall(words()) }
    }
}
