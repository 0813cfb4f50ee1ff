import Encodings
import FoundationEssentials
import HTTPTransport
import HTTPTypes

/// What became of one attempt to send spans (OTLP 1.10, sections "OTLP/HTTP Response" and "Retryable Response Codes").
enum ExportOutcome: Equatable {
    /// The collector has the spans, but for those that it rejected.
    case accepted(rejected: Int, message: String)
    /// The collector may have them later.
    ///
    /// - Parameter seconds: The pause that it requests.
    case retryable(seconds: Int?, reason: String)
    /// It won't have them, or doesn't say so in time.
    case refused(reason: String)

    init(_ response: TransportResponse, now: Date) {
        self.init(response.status, retryAfter: response.values(of: .retryAfter).first, body: response.body, now: now)
    }

    init(_ error: any Error, now: Date) {
        let error = error as? TransportError
        if let status = error?.status {
            // The body that can't be read would be the collector's words alone.
            self.init(status, retryAfter: nil, body: [], now: now)
        } else {
            let reason = error?.description ?? "there was no response before the program ended"
            // A collector that is that slow may have the spans already.
            self = error?.kind == .timedOut ? .refused(reason: reason) : .retryable(seconds: nil, reason: reason)
        }
    }

    private init(_ status: HTTPResponse.Status, retryAfter: String?, body: [UInt8], now: Date) {
        switch status.code {
        case 200..<300:
            let partial = (try? JSONValue(parsing: body))?.object?["partialSuccess"]?.object
            let message = partial?["errorMessage"]?.string ?? ""
            self = .accepted(rejected: partial.map(Self.rejected) ?? 0, message: message)
        case 429, 502, 503, 504:
            let seconds = RetryAfter.seconds(retryAfter, now: now)
            self = .retryable(seconds: seconds, reason: "the collector responded with \(status.code)")
        default: self = .refused(reason: "the collector responded with \(status.code)")
        }
    }

    /// The number of rejected spans: 64 bits are a text in this JSON, but some collectors write a number.
    private static func rejected(_ partial: JSONObject) -> Int {
        switch partial["rejectedSpans"] {
        case .string(let text), .number(let text): max(0, Int(text) ?? 0)
        default: 0
        }
    }
}
