import CCurl
import HTTPTransport
import Synchronization

/// libcurl's multi handle, which holds the connections.
///
/// `@unchecked Sendable`: what is for any thread is ``wakeUp()`` alone, which libcurl allows from any, and
/// ``cleanUp()``, which the lock keeps apart from it and which is called when the loop's thread has been joined.
/// ``pointer`` is for the loop's thread.
@safe final class CurlMultiHandle: @unchecked Sendable {
    /// For the loop's thread only.
    let pointer: UnsafeMutableRawPointer

    private let isOpen = Mutex(true)
    private static let isLibraryReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    init(maximumConnections: Int) throws(TransportError) {
        guard Self.isLibraryReady, let multi = unsafe curl_multi_init() else {
            throw TransportError(.unreachable, "libcurl can't be set up")
        }
        unsafe pointer = unsafe multi
        _ = unsafe ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, maximumConnections)
    }

    deinit {
        cleanUp()
    }

    /// Ends the loop's wait, or the next one if it does not wait now.
    func wakeUp() {
        isOpen.withLock { isOpen in
            if isOpen { _ = unsafe curl_multi_wakeup(pointer) }
        }
    }

    /// Closes the connections and frees the handle.
    func cleanUp() {
        isOpen.withLock { isOpen in
            if isOpen { _ = unsafe curl_multi_cleanup(pointer) }
            isOpen = false
        }
    }
}
