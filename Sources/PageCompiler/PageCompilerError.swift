/// A fault that is nobody else's to describe.
struct PageCompilerError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
