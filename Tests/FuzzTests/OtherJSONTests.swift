import Testing

@Suite struct OtherJSONTests {
    @Test(
        "A number beyond what Foundation holds is JSON",
        arguments: [
            "1e3000", #"{"":1e3000}"#, #"[-1.5E+3000,"1e3000 \" 1e3000",true]"#, String(repeating: "9", count: 400),
        ])
    func beyond(text: String) {
        #expect(OtherJSON.isRead(Array(text.utf8)))
    }

    @Test(
        "Malformed text is no JSON",
        arguments: [
            "01", "1.5.2", "1e", "[1e3000 1]", "1e3000-1", "-", #"["\x",1e3000]"#, #"[1e3000,"a]"#, "+1e3000", "",
        ])
    func illWritten(text: String) {
        #expect(!OtherJSON.isRead(Array(text.utf8)))
    }
}
