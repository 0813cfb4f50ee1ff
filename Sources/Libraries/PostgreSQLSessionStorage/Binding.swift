/// The values of a statement in libpq's layout.
struct Binding {
    private var bytes: [UInt8] = []
    /// The start of each value; `nil` is NULL.
    private var offsets: [Int?] = []
    private var lengths: [Int32] = []

    init(_ values: [PostgreSQLValue]) throws(PostgreSQLStorageError) {
        for value in values {
            let encoded = try value.encoded()
            offsets.append(encoded.map { _ in bytes.count })
            lengths.append(Int32(encoded?.count ?? 0))
            bytes += encoded ?? []
        }
        // Even an empty value has a place: no place at all would be NULL.
        bytes.append(0)
    }

    /// Calls a body with the values' count, the values, their lengths and their formats, all of which are binary.
    func send(
        _ body: (Int32, UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<Int32>, UnsafePointer<Int32>) -> Int32
    ) -> Int32 {
        unsafe bytes.withUnsafeBytes { buffer in
            let start = unsafe buffer.bindMemory(to: CChar.self).baseAddress
            let pointers = unsafe offsets.map { offset in
                unsafe offset.flatMap { offset in unsafe start.map { unsafe $0 + offset } }
            }
            return unsafe body(Int32(lengths.count), pointers, lengths, lengths.map { _ in 1 })
        }
    }
}

/// Texts as a C array: pointers to texts that end in NUL, and a null pointer at the end.
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
