import Encodings
import HTTPTransport
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import PortableFoundation
import SealedCookies
import SessionStorage
import WebSupport

/// The routes at which a browser registers a device's key and proves it (W3C Device Bound Session Credentials, sections
/// 8.8 to 8.10).
///
/// They need neither the session's cookie, which a browser may leave out after a return from the authority, nor the
/// token of a form, because the proof is a signature over a challenge of this site.
struct DeviceController<Context: SignInRequestContext>: Sendable {
    let bindings: DeviceBindings
    let origin: String
    let rows: SessionRows
    let refresher: SessionRefresher

    func addRoutes(to router: some RouterMethods<Context>) {
        router.post(RouterPath(bindings.path)) { request, context in try await register(request, context) }
        router.post(RouterPath(bindings.refreshPath)) { request, context in try await refresh(request, context) }
    }

    // MARK: Registration

    private func register(_ request: Request, _ context: Context) async throws -> Response {
        guard let proof = DeviceProof(request.headers[values: .secureSessionResponse]),
            let challenge = bindings.seals.challenge(opening: proof.challenge, now: rows.now()),
            challenge.use == .registration
        else { return refused("it has no challenge of a sign-in", nil, context) }
        guard challenge.expires > rows.now() else {
            return refused("its challenge has expired", challenge.session, context)
        }
        guard let key = proof.jwk.flatMap(DeviceKey.init(jwk:)), proof.isSigned(by: key) else {
            return refused("it is no proof of a key", challenge.session, context)
        }
        let device = BoundDevice(session: challenge.session, key: key)
        guard try !hasEnded(device.session) else { return refused("its session has ended", device.session, context) }
        guard await isNew(challenge) else { return refused("its challenge has been used", device.session, context) }
        let tokens: SessionTokens
        do throws(SessionRowError) {
            tokens = try await refresher.update(device.session) { $0.deviceKey = $0.deviceKey ?? key.bytes }
        } catch {
            if case .ended = error { return refused("its session has ended", device.session, context) }
            throw SignInError(row: error)
        }
        // Once the challenge has expired, copies of the session's cookie are compared with the row in the store.
        let isStored = tokens.deviceKey == key.bytes && rows.cache.pending.tokens(of: device.session.id) == nil
        guard isStored, challenge.expires > rows.now() else {
            // The browser won't prove a key whose registration was refused.
            _ = try? await refresher.update(device.session) { if $0.deviceKey == key.bytes { $0.deviceKey = nil } }
            return refused("its key could not be stored in time", device.session, context)
        }
        rows.metrics.deviceBindings.count(.registered)
        SignInEvent.deviceBound.log(to: context.logger, Self.names(of: device.session))
        let identifier = try bindings.seals.identifier(of: device)
        var response = json(instructions(identifier))
        try renew(device, identifier, &response, context)
        return response
    }

    /// What a browser does for the session from now on (section 9.6).
    private func instructions(_ identifier: String) -> JSONObject {
        // As in the cookie's own field (section 9.9).
        let cookie = JSONObject(members: [
            .init("type", .string("cookie")), .init("name", .string(bindings.cookieName)),
            .init("attributes", .string("Path=/; Secure; HttpOnly; SameSite=Lax")),
        ])
        let scope = JSONObject(members: [
            .init("origin", .string(origin)), .init("include_site", .bool(false)),
            .init("scope_specification", .array([])),
        ])
        return JSONObject(members: [
            .init("session_identifier", .string(identifier)), .init("refresh_url", .string(bindings.refreshPath)),
            .init("scope", .object(scope)), .init("credentials", .array([.object(cookie)])),
        ])
    }

    // MARK: Refresh

    private func refresh(_ request: Request, _ context: Context) async throws -> Response {
        let identifiers = request.headers[values: .secSecureSessionID]
        guard identifiers.count == 1, let identifier = FieldString.content(of: identifiers[0]),
            let device = bindings.seals.device(identifiedBy: identifier, now: rows.now())
        else { return refused("it names no binding", nil, context) }
        // A browser with another session by now would have its cookie replaced by this one's.
        let isReplaced = context.session.first.map { $0 != device.session.id } ?? false
        if try isReplaced || hasEnded(device.session) {
            return json(
                JSONObject(members: [
                    .init("session_identifier", .string(identifier)), .init("continue", .bool(false)),
                ]))
        }
        let proofs = request.headers[values: .secureSessionResponse]
        guard !proofs.isEmpty else { return try challenged(device, identifier) }
        guard let proof = DeviceProof(proofs), proof.jwk == nil, proof.isSigned(by: device.key),
            let challenge = bindings.seals.challenge(opening: proof.challenge, now: rows.now()),
            challenge.session.id == device.session.id
        else { return refused("it is no proof of the session's key", device.session, context) }
        // The challenge of the registration is one that has been used.
        guard challenge.use == .refresh, challenge.expires > rows.now(), await isNew(challenge) else {
            return try challenged(device, identifier)
        }
        rows.metrics.deviceBindings.count(.refreshed)
        var response = Response(status: .ok, headers: [.cacheControl: "no-store"])
        try renew(device, identifier, &response, context)
        return response
    }

    /// Adds the cookie of a proof, and the challenge of the next.
    private func renew(
        _ device: BoundDevice, _ identifier: String, _ response: inout Response, _ context: Context
    ) throws(SealingError) {
        context.session.setCookies(
            try bindings.setting(for: device.session.id, now: rows.now(), over: context.session.cookies))
        try addChallenge(device, identifier, to: &response)
    }

    /// The response to a request without a proof that counts: what to sign (section 8.8).
    private func challenged(_ device: BoundDevice, _ identifier: String) throws(SealingError) -> Response {
        var response = Response(status: .forbidden, headers: [.cacheControl: "no-store"])
        try addChallenge(device, identifier, to: &response)
        return response
    }

    private func addChallenge(
        _ device: BoundDevice, _ identifier: String, to response: inout Response
    ) throws(SealingError) {
        let challenge = try bindings.seals.challenge(.refresh, for: device.session, now: rows.now())
        response.headers[.secureSessionChallenge] = "\"\(challenge)\";id=\"\(identifier)\""
    }

    // MARK: Both

    /// Whether a session has ended.
    ///
    /// - Throws: ``SignInError/Kind/storeUnavailable(isSigningIn:)`` if that isn't known yet.
    private func hasEnded(_ session: SessionKey) throws(SignInError) -> Bool {
        guard rows.cache.ended.isCaughtUp else { throw SignInError(.storeUnavailable(isSigningIn: false)) }
        return rows.cache.ended.contains(session.id)
    }

    /// Consumes a challenge, once on all replicas.
    ///
    /// While the store is unreachable each counts until it expires, because a refusal would sign users out.
    private func isNew(_ challenge: DeviceChallenge) async -> Bool {
        let value = OneTimeValue(
            Array("device challenge ".utf8) + challenge.session.id.bytes + challenge.nonce,
            expires: Date(seconds: challenge.expires))
        return (try? await rows.store.consume(value)) ?? true
    }

    /// The refusal of a proof, which ends the binding in the browser that sent it, and nothing here: an identifier
    /// that somebody else has seen must not sign its owner out.
    private func refused(_ reason: String, _ session: SessionKey?, _ context: Context) -> Response {
        rows.metrics.deviceBindings.count(.refused)
        SignInEvent.deviceProofRefused.log(
            to: context.logger, Self.names(of: session).merging(["reason": "\(reason)"]) { $1 })
        return Response(status: .badRequest, headers: [.cacheControl: "no-store"])
    }

    private func json(_ object: JSONObject) -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: JSONValue.object(object).text)))
    }

    private static func names(of session: SessionKey?) -> Logger.Metadata {
        guard let session else { return [:] }
        return ["session": "\(LogName.of(session.id))", "authority": "\(session.authority)"]
    }
}
