import Encodings
import HTTPTransport
import HTTPTypes

@testable import OpenIDConnect

/// Passes requests to a fake provider by the addresses that a sample publishes; any other address responds with 404.
struct SampleTransport: Transport {
    let sample: ProviderSample
    let provider: FakeProvider
    private let places: [String: String]

    init(_ sample: ProviderSample) async throws {
        self.sample = sample
        provider = try await FakeProvider()
        let authority = try Authority(sample.authority, allowedTenants: sample.allowedTenants)
        let discovery = authority.metadataURL(policy: nil)
        var places = ["\(discovery.origin)\(discovery.path)": "/.well-known/openid-configuration"]
        let names = [
            "token_endpoint": "/token", "jwks_uri": "/keys", "userinfo_endpoint": "/userinfo",
            "revocation_endpoint": "/revoke",
            "pushed_authorization_request_endpoint": "/par",
        ]
        for (name, path) in names {
            if let place = sample.place(of: name) { places[place] = path }
        }
        self.places = places
        let signer = try await sample.signer()
        let document = FakeProvider.json(
            .object(sample.metadata.with(["issuer": .string(sample.publishedIssuer ?? sample.issuer)])))
        await provider.change {
            $0.signer = signer
            $0.keys = sample.otherKeys + [.object(signer.jwk.with(sample.key))]
            $0.instead = ["/.well-known/openid-configuration": document]
            $0.header = sample.header
            $0.tokenResponse = sample.tokenResponse
            $0.claims = ["iss": .string(sample.issuer)].merging(sample.claims) { $1 }
        }
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let target = request.head.path ?? ""
        let parts = target.split(separator: "?", maxSplits: 1)
        let address = "\(request.head.scheme ?? "")://\(request.head.authority ?? "")\(parts.first ?? "")"
        guard let place = places[address] else { return TransportResponse(status: .notFound) }
        var request = request
        request.head.path = parts.count > 1 ? "\(place)?\(parts[1])" : place
        return try await provider.send(request)
    }

    /// Responds like a refresh from now on.
    func turnToRefresh() async {
        let sample = sample
        await provider.change {
            $0.claims.merge(sample.refreshedClaims) { $1 }
            $0.tokenResponse.merge(sample.refreshedTokenResponse) { $1 }
        }
    }
}
