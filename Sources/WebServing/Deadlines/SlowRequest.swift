/// Goes through a pipeline when a request took too long to arrive, for the handler that can answer it.
struct SlowRequest: Sendable {}
