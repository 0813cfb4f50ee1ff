import Crypto
import Encodings
import FoundationEssentials

/// Seals transactions, so that a page's visitor can neither read nor change them, nor use one in another browser.
struct TransactionSeal: Sendable {
    let key: SymmetricKey
    let time: @Sendable () -> Int

    func seal(_ request: PendingAuthorization, for browser: OpaqueToken) throws -> String {
        let transaction = Transaction(request: request, browser: browser.hash, expires: time() + Transaction.lifetime)
        let box = try AES.GCM.seal(try JSONEncoder().encode(transaction), using: key)
        return Base64URL.encode(box.nonce.withUnsafeBytes { Data($0) } + box.ciphertext + box.tag)
    }

    /// - Returns: `nil` if the text was changed, is too old, or belongs to another browser.
    func open(_ text: String?, from browser: OpaqueToken?) -> PendingAuthorization? {
        guard let text, let browser, let data = Base64URL.decode(text),
            let box = try? AES.GCM.SealedBox(combined: data),
            let plain = try? AES.GCM.open(box, using: key),
            let transaction = try? JSONDecoder().decode(Transaction.self, from: plain)
        else { return nil }
        return transaction.browser == browser.hash && transaction.expires > time() ? transaction.request : nil
    }
}

/// An authorization under way, as the pages carry it: nothing of it is stored here, so any number can be.
struct Transaction: Sendable, Codable {
    /// In seconds.
    static let lifetime = 3600

    let request: PendingAuthorization
    /// The hash of the browser's cookie: another browser's form is refused.
    let browser: Data
    let expires: Int
}
