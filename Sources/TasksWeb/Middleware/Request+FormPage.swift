import HTTPTransport
import HTTPTypes
import Hummingbird

extension Request {
    /// The page of this site that the posted form is on, as far as the browser says.
    func formPage(of origin: String) -> String? {
        guard let referrer = headers[.referer].flatMap(HTTPURL.init), referrer.origin == origin else { return nil }
        return ReturnPath(referrer.pathAndQuery)?.value
    }
}
