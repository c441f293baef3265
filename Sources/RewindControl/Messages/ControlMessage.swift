import RewindFormat
package import RewindValue

/// One message of the protocol: JSON-RPC 2.0, without batches, with parameters by name.
package enum ControlMessage: Sendable, Equatable {
    /// Asks for something. Without an id, it is a notification, which gets no response.
    case request(id: JSONValue?, method: String, parameters: JSONValue)
    /// The response to the request with that id; the id is `null` if it could not be read.
    case response(id: JSONValue, Result<JSONValue, ControlError>)

    /// Reads a message.
    ///
    /// - Throws: ``ControlError`` with the code ``ControlError/Code/notJSON`` or ``ControlError/Code/invalidRequest``.
    package init(parsing text: [UInt8]) throws(ControlError) {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: text, limits: FormatLimits.default.json)
        } catch {
            throw ControlError(.notJSON, "the message is not JSON: \(error)")
        }
        if json.array != nil {
            throw ControlError(.invalidRequest, "the message is a batch: send each request in a message of its own")
        }
        guard json["jsonrpc"]?.string == "2.0" else {
            throw ControlError(.invalidRequest, #"the message lacks "jsonrpc":"2.0""#)
        }
        if let method = json["method"] {
            self = try Self.request(json, method)
        } else {
            self = try Self.response(json)
        }
    }

    private static func request(_ json: JSONValue, _ method: JSONValue) throws(ControlError) -> Self {
        guard let method = method.string else { throw ControlError(.invalidRequest, "the message's method is not a text") }
        switch json["id"] {
        case nil, .string, .number, .null: break
        default: throw ControlError(.invalidRequest, "the message's id is neither a number nor a text")
        }
        let parameters = json["params"] ?? .object([:])
        guard parameters.object != nil else {
            throw ControlError(.invalidRequest, "the message's params are not an object: name each parameter")
        }
        return .request(id: json["id"], method: method, parameters: parameters)
    }

    private static func response(_ json: JSONValue) throws(ControlError) -> Self {
        guard let id = json["id"] else { throw ControlError(.invalidRequest, "the message has neither a method nor an id") }
        if let error = json["error"] {
            guard let error = ControlError(json: error) else {
                throw ControlError(.invalidRequest, "the message's error has no code and message")
            }
            return .response(id: id, .failure(error))
        }
        guard let result = json["result"] else { throw ControlError(.invalidRequest, "the message has no method, result or error") }
        return .response(id: id, .success(result))
    }

    /// The message as compact JSON in one line, in UTF-8.
    package var text: [UInt8] {
        var bytes: [UInt8] = []
        JSONValue.object(json).write(into: &bytes)
        return bytes
    }

    private var json: JSONObject {
        var object: JSONObject = ["jsonrpc": "2.0"]
        switch self {
        case .request(let id, let method, let parameters):
            object["id"] = id
            object["method"] = .string(method)
            if parameters.object?.isEmpty != true { object["params"] = parameters }
        case .response(let id, let result):
            object["id"] = id
            switch result {
            case .success(let value): object["result"] = value
            case .failure(let error): object["error"] = error.json
            }
        }
        return object
    }
}
