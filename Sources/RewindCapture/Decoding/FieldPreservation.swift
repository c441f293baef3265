package import RewindValue

/// What happens to the unrecorded parts of a running state while another state is decoded in its place.
package final class FieldPreservation {
    /// Something of the running state that can't be kept.
    package struct Loss: Equatable {
        package let place: JSONPointer
        /// What is at that place and why it would be lost, as a sentence without a subject and a full stop.
        package let words: String
    }

    enum Reason { case instance, form, guess }

    /// Whether instances of classes that are recorded as they were may stay, though they may change in place.
    let sharesInstances: Bool
    /// What can't be kept, in the order in which it was met.
    package private(set) var losses: [Loss] = []
    /// The root path of the encoding, which includes what is hidden from recordings.
    let path = CodingPath.revealing

    /// - Parameter sharesInstances: whether instances of classes that are recorded as they were may stay, though they may change in place.
    package init(sharesInstances: Bool = true) { self.sharesInstances = sharesInstances }

    func note(_ names: [String], of type: Any.Type, why reason: Reason, at path: CodingPath) {
        if names.isEmpty { return }
        let (type, names) = (TypeName.of(type), names.joined(separator: ", "))
        let words =
            switch reason {
            case .instance:
                "is a \(type), a class, whose new instance would have nothing of what is not recorded: \(names); make it a struct, or encode them"
            case .form: "is a \(type), which encodes \(names) in a form that does not have all of it; what is missing would be lost"
            case .guess:
                "is a \(type), of which \(names) is not recorded, and which of the elements it was is not certain; change one at a time, or give "
                    + "them an 'id'"
            }
        losses.append(Loss(place: path.pointer, words: words))
    }
}

extension JSONValue {
    /// Decodes a value of a type in place of one that an app has, and keeps what no encoding has of the app's value.
    ///
    /// - Parameters:
    ///   - running: the app's value.
    ///   - tree: the encoding of the app's value.
    ///   - keeping: collects what can't be kept.
    /// - Throws: as ``decode(_:)``.
    package func decode<T: Decodable>(
        _ type: T.Type, preserving running: T, encodedAs tree: JSONValue, _ keeping: FieldPreservation
    ) throws -> T {
        guard let running = running as? any Encodable else { return try decode(type) }
        return try decode(type, at: CodingPath(), preserving: LivePart(running, encodedAs: tree, keeping))
    }
}
