import CCurl
import HTTPTransport

/// Converts libcurl's result codes to transport errors.
enum CurlError {
    /// The kind of fault for a code of libcurl's.
    static func kind(of code: CURLcode) -> TransportError.Kind {
        switch code {
        case CURLE_OPERATION_TIMEDOUT:
            .timedOut
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED:
            .unreachable
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_CACERT_BADFILE,
            CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS,
            CURLE_SSL_ENGINE_INITFAILED,
            CURLE_SSL_CLIENTCERT, CURLE_USE_SSL_FAILED:
            .insecure
        // A length that is no number, or a body after a header that rules it out.
        case CURLE_WEIRD_SERVER_REPLY:
            .invalidResponse
        case CURLE_URL_MALFORMAT, CURLE_BAD_FUNCTION_ARGUMENT, CURLE_LOGIN_DENIED:
            .invalidRequest
        default:
            .broken
        }
    }

    /// The error for a code, in libcurl's words.
    ///
    /// - Parameter detail: libcurl's text about this transfer. Only details of connecting are passed on, which name
    ///   host, port and certificate; others may quote bytes that were sent or received.
    static func make(_ code: CURLcode, detail: String) -> TransportError {
        let kind = kind(of: code)
        let words = unsafe String(cString: curl_easy_strerror(code))
        let mayTellDetail = kind == .unreachable || kind == .insecure
        return TransportError(kind, mayTellDetail && !detail.isEmpty ? detail : words)
    }
}
