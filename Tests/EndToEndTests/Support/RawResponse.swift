import TestSupport

/// All that a server sends in response to some bytes, until it closes the connection.
func rawResponse(to request: String, at port: Int) async throws -> String {
    try await RawConnection.open(port) { connection in
        try await connection.send(request)
        return try await connection.rest()
    }
}
