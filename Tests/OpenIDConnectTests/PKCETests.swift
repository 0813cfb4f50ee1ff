import Testing

@testable import OpenIDConnect

@Suite struct PKCETests {
    @Test("The challenge is that of RFC 7636, appendix B")
    func appendixB() {
        #expect(PKCE(verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk").challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }

    @Test("Random values have 256 bits, and differ")
    func random() {
        let values = (0..<100).map { _ in RandomValue.next() }
        #expect(Set(values).count == 100)
        #expect(values.allSatisfy { Base64URL.decode($0)?.count == 32 })
    }
}
