/// The files of a certificate and its key, in PEM.
struct TLSFiles: Sendable, Equatable {
    var certificate: String
    var key: String
}
