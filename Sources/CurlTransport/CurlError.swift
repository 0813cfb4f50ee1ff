import CCurl
import HTTPTransport

/// What libcurl's result codes mean to a caller.
enum CurlError {
    /// The kind of fault that a code of libcurl's stands for.
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
        case CURLE_FILESIZE_EXCEEDED:
            .responseTooLarge
        case CURLE_URL_MALFORMAT, CURLE_BAD_FUNCTION_ARGUMENT, CURLE_LOGIN_DENIED:
            .invalidRequest
        default:
            .broken
        }
    }

    /// The error for a code, in libcurl's words.
    ///
    /// - Parameter detail: What libcurl wrote about this transfer. Only what it says of connecting is passed on: that
    ///   names host, port and certificate, whereas other details may quote what was sent or received.
    static func make(_ code: CURLcode, detail: String) -> TransportError {
        let kind = kind(of: code)
        let words = unsafe String(cString: curl_easy_strerror(code))
        let mayTellDetail = kind == .unreachable || kind == .insecure
        return TransportError(kind, mayTellDetail && !detail.isEmpty ? detail : words)
    }
}
