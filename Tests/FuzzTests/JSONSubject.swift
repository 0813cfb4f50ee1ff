import Encodings

/// JSON: accepted text is JSON to others too, and is the same value after it was written and read again.
struct JSONSubject: FuzzSubject {
    var seeds: [[UInt8]] {
        [
            #"{"task":"Buy \"milk\" \ud83e\udd5b","completed":true}"#,
            #"{"completed":false,"more":[1.5e-3,{"a":null}]}"#,
            #"{"task":"A","more":-1.5E+3000}"#, #"{"keys":[],"more":[1e3000,"1e3000"]}"#, #"[{"\u2028":"\u007f\n"}]"#,
        ].map { Array($0.utf8) }
    }

    func fault(in bytes: [UInt8]) -> String? {
        guard let value = try? JSONValue(parsing: bytes) else { return nil }
        guard OtherJSON.isRead(bytes) else { return "a value was read that is no JSON" }
        return (try? JSONValue(parsing: Array(value.text.utf8))) == value
            ? nil : "a value is another after it was written"
    }
}
