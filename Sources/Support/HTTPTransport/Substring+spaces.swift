extension Substring {
    /// The text without the spaces and tabs around it (RFC 9110, section 5.6.3).
    package var withoutOuterSpaces: Substring {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let start = utf8.drop(while: isSpace)
        guard let end = start.lastIndex(where: { !isSpace($0) }) else { return "" }
        return Substring(start[...end])
    }
}
