import CCurl
import HTTPTransport
import Synchronization
import SystemLibrary

/// libcurl's multi handle, which owns the connections.
///
/// `@unchecked Sendable`: other threads use only ``wakeUp()``, which libcurl allows from any thread, and ``cleanUp()``,
/// which runs after the loop's thread was joined. A lock separates these two. Only the loop's thread uses ``pointer``.
@safe final class CurlMultiHandle: @unchecked Sendable {
    /// For the loop's thread only.
    let pointer: UnsafeMutableRawPointer

    private let isOpen = Mutex(true)
    private static let isLibraryReady = {
        // While libcurl closes connections, it ignores the signal in the whole process. Then it restores what it found,
        // even if another thread has changed it meanwhile, as NIO does once.
        signal(SIGPIPE, SIG_IGN)
        return curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
    }()

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
