import FoundationEssentials

/// Roots as PEM, at an address that stays: libcurl reads them there for each new connection.
///
/// `@unchecked Sendable`: the bytes are written once, by `init`, and freed when nobody holds them any more.
@safe final class CurlRoots: @unchecked Sendable {
    let bytes: UnsafeMutableRawBufferPointer

    init(_ data: Data) {
        unsafe bytes = .allocate(byteCount: data.count, alignment: 1)
        unsafe bytes.copyBytes(from: data)
    }

    deinit {
        unsafe bytes.deallocate()
    }
}
