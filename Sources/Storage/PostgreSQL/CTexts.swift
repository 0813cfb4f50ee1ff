/// Texts as C takes a list of them: pointers to texts that end in NUL, and a null pointer behind the last.
struct CTexts {
    private var bytes: [UInt8] = []
    private var offsets: [Int] = []

    init(_ texts: [String]) {
        for text in texts {
            offsets.append(bytes.count)
            bytes += Array(text.utf8) + [0]
        }
    }

    /// Calls a body with the list, which is there as long as the body runs.
    func withPointers<Result>(_ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result) -> Result {
        unsafe bytes.withUnsafeBytes { buffer in
            let start = unsafe buffer.bindMemory(to: CChar.self).baseAddress
            let pointers = unsafe offsets.map { offset in unsafe start.map { unsafe $0 + offset } } + [nil]
            return unsafe body(pointers)
        }
    }
}
