import NIOCore
import PageSupport

/// What a closure writes, as text.
func written(_ body: (inout HTML) -> Void) -> String {
    var html = HTML(capacity: 0)
    body(&html)
    return String(buffer: html.buffer)
}
