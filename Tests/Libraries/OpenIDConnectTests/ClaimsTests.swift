import Encodings
import Testing

@testable import OpenIDConnect

@Suite struct ClaimsTests {
    private static let text = """
        {"sub":"alice","emails":["a@x","b@x"],"n":1.50,"ok":true,"flag":"true","address":{"street":"a \\"b\\"","l":[1,2]},\
        "none":null,"mixed":["a",1]}
        """

    @Test("A claim is found by its name and kind")
    func lookUp() throws {
        let claims = try #require(Claims(jsonObject: Self.text.utf8))
        #expect(claims[string: "sub"] == "alice")
        #expect(claims[string: "n"] == nil)
        #expect(claims[number: "n"] == 1.5)
        #expect(claims[flag: "ok"] == true)
        #expect(claims[flag: "flag"] == true)
        #expect(claims[flag: "sub"] == nil)
        #expect(claims.strings("emails") == ["a@x", "b@x"])
        #expect(claims.strings("sub") == ["alice"])
        #expect(claims.strings("mixed").isEmpty)
        #expect(claims.strings("other").isEmpty)
    }

    @Test("All claims can be shown, in the document's order")
    func printable() throws {
        let claims = try #require(Claims(jsonObject: Self.text.utf8))
        #expect(
            claims.printable.map { "\($0.name)=\($0.value)" } == [
                "sub=alice", "emails=a@x, b@x", "n=1.50", "ok=true", "flag=true",
                #"address={"street":"a \"b\"","l":[1,2]}"#, "none=null",
                #"mixed=["a",1]"#,
            ])
    }

    @Test("A token's payload can be read without its signature, for one that is known to be good")
    func unverified() async throws {
        let raw = try await TestSigner.rs256().sign(["sub": .string("alice")])
        #expect(Claims.unverified(ofJWT: raw)?[string: "sub"] == "alice")
        #expect(Claims.unverified(ofJWT: "nonsense") == nil)
        #expect(Claims.unverified(ofJWT: "e30.W10.") == nil)
    }
}
