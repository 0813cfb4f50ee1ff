import PageSupport
import Testing

@Suite struct CompiledAssetTests {
    @Test("A file's contents come back from base64, gzip only if there is one")
    func decodes() {
        let both = CompiledAsset(
            name: "a.txt", path: "/assets/a-0.txt", contentType: "text/plain", plain: "AP/+Cg==", gzipped: "H4s=")
        #expect(both.plain == [0, 0xFF, 0xFE, 0x0A])
        #expect(both.gzipped == [0x1F, 0x8B])

        let plain = CompiledAsset(
            name: "e.txt", path: "/assets/e-0.txt", contentType: "text/plain", plain: "", gzipped: nil)
        #expect(plain.plain.isEmpty)
        #expect(plain.gzipped == nil)
    }
}
