import HTTPTransport
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Synchronization

/// A browser that stores cookies and follows nothing by itself.
final class TestBrowser: Sendable {
    private let wire: any TestClientProtocol
    private let jar = Mutex<[String: String]>([:])

    init(wire: any TestClientProtocol, cookies: [String: String] = [:]) {
        self.wire = wire
        jar.withLock { $0 = cookies }
    }

    var cookies: [String: String] { jar.withLock { $0 } }

    func get(_ url: String) async throws -> TestPage {
        try await send(.get, url, nil)
    }

    func post(_ url: String, _ fields: [(name: String, value: String)]) async throws -> TestPage {
        try await send(.post, url, FormBody(fields))
    }

    /// Sends a page's form with what is typed into it.
    func submit(_ page: TestPage, _ typed: [String: String]) async throws -> TestPage {
        try await post(page.action, page.fields.map { ($0.name, typed[$0.name] ?? $0.value) })
    }

    private func send(_ method: HTTPRequest.Method, _ url: String, _ form: FormBody?) async throws -> TestPage {
        var headers: HTTPFields = [:]
        let cookies = cookies
        if !cookies.isEmpty { headers[.cookie] = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ") }
        if form != nil { headers[.contentType] = FormBody.contentType }
        let path = HTTPURL(url)?.pathAndQuery ?? url
        let response = try await wire.executeRequest(
            uri: path, method: method, headers: headers, body: form.map { ByteBuffer(string: $0.encoded) })
        for line in response.headers[values: .setCookie] { keep(line) }
        return TestPage(response)
    }

    private func keep(_ line: String) {
        let parts = line.split(separator: ";").map { $0.trimmingPrefix(" ") }
        let pair = parts[0].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        jar.withLock { $0[pair[0]] = parts.contains("Max-Age=0") ? nil : pair[1] }
    }
}
