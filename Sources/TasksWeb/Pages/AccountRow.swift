import HTTPTransport

/// One of the accounts that the page of sign-in offers.
struct AccountRow {
    let name: String
    let hint: String
    let url: String

    init(_ account: RememberedAccount) {
        name = account.name
        hint = account.hint
        url = "\(account.kind.path)?login_hint=\(FormBody.encode(account.hint))"
    }
}
