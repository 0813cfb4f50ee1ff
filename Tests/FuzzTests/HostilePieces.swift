/// Pieces with a meaning in some format that is read here: mixed into inputs, they get further than random bytes.
enum HostilePieces {
    static let all: [[UInt8]] =
        [
            "\"", "\\", "\\u0000", "\\ud800", "{", "}", "[", "]", ",", ":", "null", "1e300", "-0", "%", "%00", "%zz",
            "+", "&", "=", ";",
            ".1", ".99999999", ".", "..", "//", "\\/", "?", "#", "@", "\r\n", "\0", "{{", "}}", "{{#if a}}", "{{/if}}",
            "{{#each a as b}}", "<script>", "</", "<!--", "-->", "\u{301}", "🔑", "<key>", "<true/>", "&amp;", "alg",
            "none", "kid",
            "state", "code",
        ].map { Array($0.utf8) } + [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0x7F]]
}
