import NIOCore
import PageSupport

/// The text that a closure writes.
func written(_ body: (inout HTML) -> Void) -> String {
    var html = HTML(capacity: 0)
    body(&html)
    return String(buffer: html.buffer)
}
