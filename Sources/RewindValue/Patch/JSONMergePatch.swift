/// A value that describes a change of another, according to RFC 7386: members are replaced, `null` removes, anything else is the new value.
///
/// Other tools write merge patches. They can't express everything that a ``JSONPatch`` can (a member that becomes `null`, one element of an
/// array), so this package reads them but never makes any.
///
/// ```swift
/// var settings: JSONValue = ["theme": "dark", "font": ["size": 12, "name": "Mono"]]
/// JSONMergePatch(["theme": nil, "font": ["size": 14]]).apply(to: &settings)  // {"font": {"size": 14, "name": "Mono"}}
/// ```
package struct JSONMergePatch: Sendable, Hashable {
    /// The patch itself: an object of members to merge, or any other value, which replaces the whole target.
    package var value: JSONValue

    /// A merge patch from a JSON value; every value is one.
    package init(_ value: JSONValue) { self.value = value }

    /// Merges the patch into a value, which can't fail.
    ///
    /// Members that stay keep their order, and new ones come last. Costs O(size of the patch), and O(members) for each object from which a
    /// member is removed. Recurses as deep as the patch nests.
    package func apply(to target: inout JSONValue) { target = Self.merged(value, into: target) }

    private static func merged(_ patch: JSONValue, into target: consuming JSONValue) -> JSONValue {
        guard case .object(let changes) = patch else { return patch }
        var object = if case .object(let object) = consume target { object } else { JSONObject() }
        for (key, change) in changes {
            if case .null = change {
                object.removeValue(forKey: key)
            } else {
                object[key] = merged(change, into: object[key] ?? .null)
            }
        }
        return .object(object)
    }
}
