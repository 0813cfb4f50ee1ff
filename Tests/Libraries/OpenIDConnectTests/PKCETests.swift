import Testing

@testable import OpenIDConnect

@Suite struct PKCETests {
    @Test("The PKCE challenge is that of RFC 7636, appendix B")
    func appendixB() {
        #expect(
            PKCE(verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk").challenge
                == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }
}
