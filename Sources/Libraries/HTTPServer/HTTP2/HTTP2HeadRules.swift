import HTTPTypes
import WebSupport

/// The rules for a request's head over HTTP/2.
///
/// A head that breaks them is refused, and only its stream ends.
enum HTTP2HeadRules {
    static func refusal(of head: HTTPRequest, _ limits: HeadLimits) -> RefusedRequestError? {
        let fields = head.headerFields
        // As HTTP/1.1, whose parser refuses a second one, also if both are equal (RFC 9110, section 8.6).
        guard fields[values: .contentLength].count < 2 else {
            return .badRequest("Send one Content-Length field only.")
        }
        let target = [head.method.rawValue, head.scheme ?? "", head.authority ?? "", head.path ?? ""]
        let bytes = fields.reduce(target.reduce(0) { $0 + $1.utf8.count }) {
            $0 + $1.name.rawName.utf8.count + $1.value.utf8.count
        }
        if fields.count > limits.fields || bytes > limits.bytes { return .fieldsTooLarge(limits) }
        // Joined with an origin, another path would name another host (RFC 9113, section 8.3.1).
        if let path = head.path, path.utf8.first != UInt8(ascii: "/"), path != "*" || head.method != .options {
            return .badRequest("Send a :path that starts with a slash.")
        }
        let hosts = fields[values: .host].map { $0.lowercased() }
        if let authority = head.authority?.lowercased() {
            // Readers could choose either of the two (RFC 9113, section 8.3.1).
            if hosts.contains(where: { $0 != authority }) { return .badRequest("Host and :authority differ.") }
        } else if hosts.count > 1 {
            return .badRequest("Send one Host field only.")
        }
        return nil
    }
}
