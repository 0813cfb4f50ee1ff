import NIOCore
import NIOPosix
package import NIOSSL
import SystemLibrary

/// A connection on which a test sends bytes as they are, and receives whatever comes.
///
/// It is closed after a minute whatever happens, so that a server that never responds fails a test instead of blocking
/// it.
package struct RawConnection: ~Copyable {
    /// A response as it came.
    package struct Response: Equatable {
        package var head: String
        package var body: String

        package var status: Int { Int(head.split(separator: " ").dropFirst().first ?? "") ?? 0 }

        package subscript(_ name: String) -> String? {
            head.split(separator: "\r\n").dropFirst().first { $0.lowercased().hasPrefix("\(name.lowercased()): ") }
                .map { String($0.dropFirst(name.count + 2)) }
        }
    }

    package struct Incomplete: Error {
        let received: String
    }

    private let channel: any Channel
    private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private var received: [UInt8] = []

    /// - Parameters:
    ///   - tls: Speaks TLS, with a certificate for `localhost` to be shown.
    ///   - receiveBuffer: How many bytes the system receives before they are read; `nil`: as many as it likes.
    package static func open<Result: Sendable>(
        _ port: Int, tls: NIOSSLContext? = nil, receiveBuffer: Int? = nil,
        _ body: (inout RawConnection) async throws -> Result
    ) async throws -> Result {
        var bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton).channelOption(
            .allowRemoteHalfClosure, value: true)
        if let receiveBuffer {
            bootstrap = bootstrap.channelOption(.socketOption(.so_rcvbuf), value: .init(receiveBuffer))
        }
        let channel = try await bootstrap.connect(host: "127.0.0.1", port: port) { channel in
            channel.eventLoop.makeCompletedFuture {
                if let tls {
                    try channel.pipeline.syncOperations.addHandler(
                        NIOSSLClientHandler(context: tls, serverHostname: "localhost"))
                }
                return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                    wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
            }
        }
        let deadline = channel.channel.eventLoop.scheduleTask(in: .minutes(1)) { channel.channel.close(promise: nil) }
        defer { deadline.cancel() }
        return try await channel.executeThenClose { inbound, outbound in
            var connection = RawConnection(
                channel: channel.channel, outbound: outbound, inbound: inbound.makeAsyncIterator())
            return try await body(&connection)
        }
    }

    package func send(_ text: String) async throws {
        try await outbound.write(ByteBuffer(string: text))
    }

    package func send(_ bytes: [UInt8]) async throws {
        try await outbound.write(ByteBuffer(bytes: bytes))
    }

    /// Sends no more.
    package func finish() {
        outbound.finish()
    }

    /// Hangs up with a reset of the connection, which the server notices whatever it does, and without TLS's words.
    package func reset() async throws {
        let socket = channel as? any SocketOptionProvider
        try await socket?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        try await channel.eventLoop.submit { [channel] in
            let tls = try? channel.pipeline.syncOperations.context(handlerType: NIOSSLClientHandler.self)
            if let tls { tls.close(promise: nil) } else { channel.close(promise: nil) }
        }.get()
    }

    package var isOpen: Bool { channel.isActive }

    /// The next response: its head, and a body of `Content-Length` bytes.
    package mutating func response(toHead isHead: Bool = false) async throws -> Response {
        var end: Int?
        while end == nil {
            end = received.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound
            if end == nil, try await !receive() {
                throw Incomplete(received: String(decoding: received, as: UTF8.self))
            }
        }
        let head = String(decoding: received[..<(end ?? 0)].dropLast(4), as: UTF8.self)
        received.removeFirst(end ?? 0)
        let length = isHead ? 0 : Int(Response(head: head, body: "")["Content-Length"] ?? "") ?? 0
        while received.count < length {
            guard try await receive() else { throw Incomplete(received: head) }
        }
        defer { received.removeFirst(length) }
        return Response(head: head, body: String(decoding: received.prefix(length), as: UTF8.self))
    }

    /// The status line of an interim response, which has no fields.
    package mutating func interimStatus() async throws -> String {
        while received.count < 4 || received.suffix(4) != Array("\r\n\r\n".utf8)[...] {
            guard try await receive() else { throw Incomplete(received: String(decoding: received, as: UTF8.self)) }
        }
        defer { received = [] }
        return String(decoding: received.dropLast(4), as: UTF8.self)
    }

    /// The rest of the text until the server closes.
    package mutating func rest() async throws -> String {
        while try await receive() {}
        return String(decoding: received, as: UTF8.self)
    }

    /// The rest of the bytes until the server closes, however it does.
    package mutating func restOfBytes() async -> [UInt8] {
        while (try? await receive()) == true {}
        return received
    }

    /// The result of a search in all received bytes, once there is one.
    package mutating func bytes<Found>(with find: ([UInt8]) -> Found?) async throws -> Found {
        while true {
            if let found = find(received) { return found }
            guard try await receive() else { throw Incomplete(received: String(decoding: received, as: UTF8.self)) }
        }
    }

    /// Reads what comes next, and forgets it.
    ///
    /// - Returns: How many bytes.
    package mutating func skip() async throws -> Int {
        guard let next = try await inbound.next() else { throw Incomplete(received: "") }
        return next.readableBytes
    }

    private mutating func receive() async throws -> Bool {
        guard let next = try await inbound.next() else { return false }
        received += next.readableBytesView
        return true
    }
}
