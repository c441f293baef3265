package import RewindValue

/// The fields or cases of a type, by their names in the source: what distinguishes two versions of an app.
///
/// A shape describes the type and not its encoding, which may use other names; these are the cases of the shape of its type of coding keys.
package struct TypeShape: Sendable, Hashable {
    package var kind: Kind
    /// The fields or cases, in source order.
    package var members: [Member]
    /// Whether the type has more members than are listed.
    package var isCut: Bool

    package enum Kind: String, Sendable {
        /// A struct, whose members are fields.
        case `struct`
        /// An enum, whose members are cases.
        case `enum`
    }

    /// A field or a case.
    package struct Member: Sendable, Hashable {
        package var name: String
        /// The full name of the field's type, or of the case's payload; `nil` for a case without one.
        package var type: String?
        /// The raw value of a case, if it is a text other than the case's name.
        package var rawValue: String?

        /// A field or a case with a name and a type.
        package init(_ name: String, _ type: String?, rawValue: String? = nil) {
            self.name = name
            self.type = type
            self.rawValue = rawValue
        }
    }

    /// The most types that one walk describes, and the most members of each.
    package static let limit = 256

    package init(_ kind: Kind, _ members: [Member], isCut: Bool = false) {
        self.kind = kind
        self.members = members
        self.isCut = isCut
    }
}

extension TypeShape {
    /// The shape as it is in a manifest: `{"kind":"struct","fields":{"count":"Swift.Int"}}`.
    package var json: JSONValue {
        var object: JSONObject = ["kind": .string(kind.rawValue)]
        object[kind == .enum ? "cases" : "fields"] = .object(
            JSONObject(members.map { ($0.name, $0.type.map(JSONValue.string) ?? .null) }))
        let rawValues = members.compactMap { member in member.rawValue.map { (member.name, JSONValue.string($0)) } }
        if !rawValues.isEmpty { object["values"] = .object(JSONObject(rawValues)) }
        if isCut { object["cut"] = true }
        return .object(object)
    }

    /// The shape in a manifest; `nil` if this version does not know it.
    package init?(json: JSONValue) {
        guard let kind = json["kind"]?.string.flatMap(Kind.init), let members = json[kind == .enum ? "cases" : "fields"]?.object else {
            return nil
        }
        let rawValues = json["values"]?.object
        self.init(kind, members.map { Member($0.key, $0.value.string, rawValue: rawValues?[$0.key]?.string) }, isCut: json["cut"] == true)
    }
}

/// The modules of Swift and of the systems that it runs on: what is in them is no app's own.
package enum SystemModule {
    package static func contains(_ module: some StringProtocol) -> Bool {
        switch String(module) {
        case "Swift", "Dispatch", "Foundation", "FoundationEssentials", "Observation", "Synchronization", "__C": true
        case "Distributed", "FoundationNetworking", "FoundationXML", "RegexBuilder", "Testing", "XCTest": true
        case "AppKit", "Combine", "CoreFoundation", "CoreGraphics", "ObjectiveC", "SwiftUI", "SwiftUICore", "UIKit", "UIKitCore", "os": true
        default: false
        }
    }
}
