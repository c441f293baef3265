package import RewindValue

/// Why a request failed: the error object of JSON-RPC 2.0.
///
/// Data and wording are separate: switch over ``code``, show ``description``. It quotes paths, never values.
package struct ControlError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of failure.
    package var code: Code
    /// What failed and why, as a sentence without a full stop.
    package var message: String
    /// Facts by name, such as the `path` at which a value did not decode, and the `problem` there, in words; `nil` if the error has no facts.
    package var data: JSONValue?

    /// An error of a kind, with its message and its facts.
    package init(_ code: Code, _ message: String, data: JSONValue? = nil) {
        self.code = code
        self.message = message
        self.data = data
    }

    /// The message with a full stop.
    package var description: String { message + (message.hasSuffix("?") || message.hasSuffix(".") ? "" : ".") }

    /// A kind of failure; the negative ones are JSON-RPC's own, and more may come with later versions.
    package struct Code: RawRepresentable, Hashable, Sendable {
        package var rawValue: Int

        package init(rawValue: Int) { self.rawValue = rawValue }

        /// The message is not JSON.
        package static let notJSON = Code(rawValue: -32700)
        /// The message is JSON, but not a request.
        package static let invalidRequest = Code(rawValue: -32600)
        package static let noSuchMethod = Code(rawValue: -32601)
        /// The parameters are not those of the method.
        package static let invalidParameters = Code(rawValue: -32602)
        /// The endpoint failed, not the request.
        package static let failed = Code(rawValue: -32603)

        /// The app has no store of that name, or no store that can do this.
        package static let noSuchStore = Code(rawValue: 1)
        /// The state has nothing at that path.
        package static let noSuchPath = Code(rawValue: 2)
        /// The recording does not have that step, or no longer.
        package static let noSuchStep = Code(rawValue: 3)
        /// A value does not decode as the app's type; `data.path` says where.
        package static let undecodable = Code(rawValue: 4)
        /// An edit or action would put a placeholder into the app in place of a hidden value; `data.path` says where.
        package static let placeholder = Code(rawValue: 5)
        /// The edit was made from an older state; `data.step` is the present step.
        package static let stale = Code(rawValue: 6)
        /// A replay has locked the store.
        package static let locked = Code(rawValue: 7)
        /// No replay has locked the store, and this needs one.
        package static let notLocked = Code(rawValue: 8)
        /// The app does not show or accept what it does not record.
        package static let notRevealed = Code(rawValue: 9)
        /// Nothing is being recorded.
        package static let notRecorded = Code(rawValue: 10)
        /// More requests are waiting than the endpoint keeps.
        package static let busy = Code(rawValue: 11)
        /// An edit makes no sense there, or a `test` of its patch failed; `data.path` says where.
        package static let refused = Code(rawValue: 12)
    }
}

extension ControlError {
    /// The error object of a response; `nil` if the JSON is not an error object.
    init?(json: JSONValue) {
        guard let code = json["code"]?.int, let message = json["message"]?.string else { return nil }
        self.init(Code(rawValue: code), message, data: json["data"])
    }

    var json: JSONValue {
        var object: JSONObject = ["code": .number(JSONNumber(code.rawValue)), "message": .string(message)]
        object["data"] = data
        return .object(object)
    }
}
