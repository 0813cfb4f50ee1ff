import Synchronization

/// The roots that new connections go by, which may be replaced while transfers are under way.
final class CurrentTrust: Sendable {
    private let trust: Mutex<CurlTrust>

    init(_ trust: CurlTrust) {
        self.trust = Mutex(trust)
    }

    var value: CurlTrust { trust.withLock { $0 } }

    func replace(with trust: CurlTrust) {
        self.trust.withLock { $0 = trust }
    }
}
