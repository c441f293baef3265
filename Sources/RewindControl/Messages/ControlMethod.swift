import RewindCapture
package import RewindValue

/// A method of the protocol: a value of such a type is its parameters.
///
/// ```swift
/// let cart = try await client.call(GetState(path: "/cart")).value
/// ```
package protocol ControlMethod: Codable, Sendable, SendableMetatype {
    /// What comes back; by default only that it is done.
    associatedtype Answer: Codable, Sendable, SendableMetatype = Done
    /// The method's name in the message, such as `state.get`.
    static var name: String { get }
}

/// A notification that the app sends unasked: a value of such a type is its parameters.
package protocol ControlNotification: Codable, Sendable, SendableMetatype {
    /// The notification's name in the message, such as `recording.lines`.
    static var name: String { get }
}

/// The answer of methods that only confirm completion.
package struct Done: Codable, Sendable, Equatable {
    package init() {}
}

extension ControlMethod {
    /// The request as a message.
    package func message(id: JSONValue) -> ControlMessage {
        .request(id: id, method: Self.name, parameters: (try? JSONValue(encoding: self)) ?? .object([:]))
    }

    /// The parameters of a request.
    ///
    /// - Throws: ``ControlError`` with the code ``ControlError/Code/invalidParameters``, which names the parameter.
    package init(parameters: JSONValue) throws(ControlError) {
        do {
            self = try parameters.decode(Self.self)
        } catch {
            let problem = DecodingProblem(error)
            throw ControlError(.invalidParameters, "the parameters are not those of \(Self.name): \(problem.text)", data: problem.data)
        }
    }
}

extension ControlNotification {
    /// The notification as a message.
    package var message: ControlMessage {
        .request(id: nil, method: Self.name, parameters: (try? JSONValue(encoding: self)) ?? .object([:]))
    }
}

/// Why a value could not be decoded, and where, without quoting it.
package struct DecodingProblem: Sendable {
    /// What is wrong, with the place.
    package let text: String
    /// What the decoder says, without the place and a full stop.
    let words: String
    package let path: JSONPointer

    package init(_ error: any Error) {
        guard let error = error as? DecodingError else {
            (text, words, path) = ("\(error)", Self.withoutStop("\(error)"), .root)
            return
        }
        let (context, more): (DecodingError.Context, [any CodingKey]) =
            switch error {
            case .keyNotFound(let key, let context): (context, [key])
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context): (context, [])
            @unknown default: (DecodingError.Context(codingPath: [], debugDescription: "\(error)"), [])
            }
        path = JSONPointer(tokens: (context.codingPath + more).map { $0.intValue.map(String.init) ?? $0.stringValue })
        let place = path.tokens.isEmpty ? "the root" : path.description
        text = more.isEmpty ? "at \(place): \(context.debugDescription)" : "\(place) is missing"
        words = Self.withoutStop(context.debugDescription)
    }

    private static func withoutStop(_ text: String) -> String { text.hasSuffix(".") ? String(text.dropLast()) : text }

    /// The text that follows "does not decode" where the app's own words may quote hidden values: the type, whose name is in the source.
    static func redactedReason(_ error: any Error) -> String {
        switch error as? DecodingError {
        case .typeMismatch(let type, _)?: " as \(type)"
        case .valueNotFound(let type, _)?: " as \(type), as there is no value"
        case .keyNotFound?: ": a member is missing"
        default: "; the reason is not shown, because it may contain what the recording hides"
        }
    }

    /// The place, as data of an error.
    package var data: JSONValue { ["path": .string(path.description)] }
}
