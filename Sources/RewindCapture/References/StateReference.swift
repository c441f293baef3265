/// A place in a type where something may be stored that changes what the value encodes to while its bits stay the same.
///
/// Look for these places in a state once, at the start, and tell the developer: they make recording expensive, because what is there is
/// encoded at every step, on the dispatching thread.
///
/// ```swift
/// for place in StateReference.all(in: state) { print("\(place): \(place.advice)") }
/// // session.user: App.User: an instance of a class may change in place; make it a struct, or …
/// ```
package struct StateReference: Sendable, Hashable, CustomStringConvertible {
    /// The path from the type down: property and case names, `[]` for the elements of a collection; empty for the type itself.
    package var path: String
    /// The full name of the type there: a class, an existential, a pointer, or an unknown type.
    package var type: String
    /// What may change there.
    package var reason: Reason

    /// What may change behind equal bits.
    package enum Reason: String, Sendable, CaseIterable {
        /// An instance of a class, or of an actor.
        case instance
        /// A value behind a protocol.
        case existential
        /// Memory behind a pointer.
        case pointer
        /// A time zone, a calendar or a locale that may follow the system's settings.
        case followsSystem
        /// A type of Foundation's that keeps its value in an instance of a class.
        case ofFoundation
        /// A type about which the program knows too little.
        case unknown
    }

    /// The path and the type: `session.user: App.User`.
    package var description: String { path.isEmpty ? type : "\(path): \(type)" }

    /// Why this part has to be encoded at every step, and what to do about it, in one sentence.
    package var advice: String {
        switch reason {
        case .instance:
            "an instance of a class may change in place; make it a struct, leave it out of CodingKeys, or, if it is storage that is copied before "
                + "it changes, conform the type around it to CopiesOnWrite"
        case .existential: "what is behind a protocol may be an instance of a class; use an enum or a generic type"
        case .pointer: "memory behind a pointer may change; keep what it points to in an array or a string"
        case .followsSystem: "it may follow the system's settings; keep its identifier"
        case .ofFoundation:
            "Foundation keeps its value in an instance of a class; keep what it says in types of your own, such as ranges or numbers, or conform the type "
                + "around it to CopiesOnWrite"
        case .unknown: "nothing is known of what it stores; use a struct of known types"
        }
    }
}
