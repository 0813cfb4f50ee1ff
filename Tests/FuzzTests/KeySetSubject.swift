import Encodings

@testable import OpenIDConnect

/// A key set: one that is read is JSON to others too, and a key that can't verify is ignored.
struct KeySetSubject: FuzzSubject {
    var seeds: [[UInt8]] {
        [
            #"{"keys":[{"kty":"EC","crv":"P-256","kid":"1","use":"sig","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}]}"#,
            #"{"keys":[{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo","alg":"EdDSA"},{"kty":"oct","k":"AA"}]}"#,
            #"{"keys":[{"kty":"RSA","n":"u1SU1LfVLPHCozMxH2Mo4lgOEePzNm0tRgeLezV6ffAt0gunVTLw7onLRnrq0_IzW7yWR7QkrmBL7jTKEn5u-qKhbwKfBstIs-bMY2Zkp18gnTxKLxoS2tFczGkPLPgizskuemMghRniWaoLcyehkd3qqGElvW_VDL5AaWTg0nLVkjRo9z-40RQzuVaE8AkAFmxZzow3x-VJYKdjykkJ0iT9wCS0DRTXu269V264Vf_3jvredZiKRkgwlL9xNAwxXFg0x_XFw005UWVRIkdgcKWTjpBP2dPwVZ4WWC-9aGVd-Gyn1o0CLelf4rEjGoXbAAEgAqeGUxrcIlbjXfbcmw","e":"AQAB","x5c":["AA"]}]}"#,
            #"{"keys":[{"kty":"EC","crv":"P-256","x":"AH_NziTicN9hcQbr7p6z-7cgPKk1lt7mRpzbZJ7jM","y":"AAAA"},{"kty":"EC","crv":"P-521","kid":1,"x":"","y":""}]}"#,
            #"{"keys":[],"more":[1e3000,"1e3000"]}"#,
        ].map { Array($0.utf8) }
    }

    func fault(in bytes: [UInt8]) async -> String? {
        guard let object = JSONObject(parsing: bytes), (try? await KeySet(object)) != nil else { return nil }
        return OtherJSON.isRead(bytes) ? nil : "a key set was read that is no JSON"
    }
}
