import HTTPTransport
import OpenIDConnect

/// The query at the redirect URI: no value of a parameter that occurs twice is used.
struct CallbackSubject: FuzzSubject {
    var seeds: [[UInt8]] {
        [
            "state=abc&code=def&iss=https%3A%2F%2Fauthority.example&session_state=x.y",
            "state=abc&error=access_denied&error_description=AADB2C90118%3A+The+user+has+forgotten+their+password.%0D%0ACorrelation+ID%3A+1",
        ].map { Array($0.utf8) }
    }

    func fault(in bytes: [UInt8]) -> String? {
        guard let form = FormBody(parsing: String(decoding: bytes, as: UTF8.self)),
            let response = try? AuthorizationResponse(parsing: form)
        else { return nil }
        let taken = [
            ("state", response.state), ("code", response.code), ("error", response.error), ("iss", response.issuer),
        ]
        let isWrong = taken.contains { name, value in value.map { form[single: name] != $0 } ?? false }
        return isWrong ? "a parameter was taken that isn't the only one of its name" : nil
    }
}
