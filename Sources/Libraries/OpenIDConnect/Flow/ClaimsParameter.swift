import Encodings

/// The `claims` parameter of an authorization request (OpenID Connect Core, section 5.5).
package enum ClaimsParameter {
    /// The text that the request sends: the request's own claims with the client's capabilities.
    ///
    /// On a conflict the request's members win, because the authority or the API has demanded them; only the
    /// capabilities stay. Claims that are no JSON object are for the authority to refuse, so they are sent as they are.
    static func text(_ claims: String?, capabilities: [String]) -> String? {
        guard !capabilities.isEmpty else { return claims }
        guard let claims else { return JSONValue.object(xmsCC(capabilities)).text }
        guard let object = JSONObject(parsing: Array(claims.utf8)) else { return claims }
        let named = object["access_token"]?.object?["xms_cc"]?.object?["values"]?.strings ?? []
        let values = capabilities + named.filter { !capabilities.contains($0) }
        // Merged last, so that no other value of these members takes the capabilities' place.
        return JSONValue.object(object.merged(with: xmsCC(values))).text
    }

    /// Merges claims: members of objects at any depth, of which later ones win.
    ///
    /// - Parameter texts: Claims in JSON. A single one stays byte for byte; of several, those that are no JSON object
    ///   are left out.
    package static func merged(_ texts: [String?]) -> String? {
        let given = texts.compactMap(\.self)
        guard given.count > 1 else { return given.first }
        let parsed = given.compactMap { text in JSONObject(parsing: Array(text.utf8)).map { (text: text, object: $0) } }
        guard parsed.count > 1 else { return parsed.first?.text }
        return JSONValue.object(parsed.dropFirst().reduce(parsed[0].object) { $0.merged(with: $1.object) }).text
    }

    /// The claim by which a client tells Microsoft Entra its capabilities.
    private static func xmsCC(_ values: [String]) -> JSONObject {
        ["access_token": .object(["xms_cc": .object(["values": .array(values.map(JSONValue.string))])])]
    }
}

extension JSONObject {
    /// The members of both objects; of two with one name, objects are merged, and else the other's counts.
    ///
    /// The depth is bounded, because both were parsed.
    fileprivate func merged(with other: JSONObject) -> JSONObject {
        var members = members
        for member in other.members {
            guard let index = members.firstIndex(where: { $0.name.utf8.elementsEqual(member.name.utf8) }) else {
                members.append(member)
                continue
            }
            if let before = members[index].value.object, let after = member.value.object {
                members[index] = Member(member.name, .object(before.merged(with: after)))
            } else {
                members[index] = member
            }
        }
        return JSONObject(members: members)
    }
}
