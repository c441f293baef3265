import RewindControl
import RewindFormat
import RewindValue

/// A message of a client: JSON-RPC 2.0, without batches, with parameters by name.
struct AssistantMessage {
    /// The id of a request, a text or a whole number; `nil` for a notification.
    let id: JSONValue?
    let method: String
    let parameters: JSONObject

    /// How many bytes a message may have.
    static let longest = 4 << 20

    /// Why a line is not a message, and its id as far as that could be read.
    struct Unreadable: Error {
        let error: ControlError
        var id: JSONValue?
    }

    init(parsing line: [UInt8]) throws(Unreadable) {
        let json: JSONValue
        do { json = try JSONValue(parsing: line, limits: FormatLimits.default.json) } catch {
            throw Unreadable(error: ControlError(.notJSON, "the message is not JSON: \(AssistantText.visible("\(error)"))"))
        }
        guard let members = json.object else {
            throw Unreadable(error: ControlError(.invalidRequest, "the message is no object: send each request in a message of its own"))
        }
        let id = members["id"].flatMap(Self.id)
        func refusal(_ reason: String) -> Unreadable { Unreadable(error: ControlError(.invalidRequest, reason), id: id) }
        if members["jsonrpc"]?.string != "2.0" { throw refusal(#"the message lacks "jsonrpc":"2.0""#) }
        if members["id"] != nil, id == nil { throw refusal("the message's id is neither a text nor a whole number") }
        guard let method = members["method"]?.string else { throw refusal("the message has no method") }
        let parameters = members["params"] ?? [:]
        guard let parameters = parameters.object else { throw refusal("the message's params are not an object") }
        (self.id, self.method, self.parameters) = (id, method, parameters)
    }

    private static func id(_ value: JSONValue) -> JSONValue? {
        switch value {
        case .string, .number(.int): value
        default: nil
        }
    }

    /// What the protocol says about the request.
    var meta: JSONObject { parameters["_meta"]?.object ?? [:] }

    /// What names the request in notifications about its progress.
    var progressToken: JSONValue? { meta["progressToken"].flatMap(Self.id) }

    // MARK: Our messages

    static func result(_ result: JSONObject, id: JSONValue) -> JSONValue { ["jsonrpc": "2.0", "id": id, "result": .object(result)] }

    /// - Parameter id: that of the request, if it could be read.
    static func error(_ error: ControlError, id: JSONValue?) -> JSONValue {
        var object: JSONObject = ["jsonrpc": "2.0"]
        object["id"] = id
        var members: JSONObject = ["code": .number(JSONNumber(error.code.rawValue)), "message": .string(error.message)]
        members["data"] = error.data
        object["error"] = .object(members)
        return .object(object)
    }

    static func notification(_ method: String, _ parameters: JSONObject) -> JSONValue {
        ["jsonrpc": "2.0", "method": .string(method), "params": .object(parameters)]
    }
}

/// What the revisions of the Model Context Protocol ask of a server.
enum AssistantProtocol {
    /// Those that can be had, the newest first.
    static let versions = ["2026-07-28", "2025-11-25"]
    /// Those that begin with `initialize`, the newest first.
    private static let legacyVersions = ["2025-11-25", "2025-06-18"]

    private static let prefix = "io.modelcontextprotocol/"

    /// Whether a request is from a client that has begun with `initialize`.
    ///
    /// - Throws: `ControlError` if the request says no version, or one that can't be had.
    static func isLegacy(_ message: AssistantMessage, hasInitialized: Bool) throws(ControlError) -> Bool {
        let meta = message.meta
        guard let version = meta[prefix + "protocolVersion"] else {
            if hasInitialized { return true }
            throw ControlError(.invalidParameters, "the request's _meta has no \(prefix)protocolVersion, and nothing was initialized")
        }
        guard let version = version.string else { throw ControlError(.invalidParameters, "\(prefix)protocolVersion is no text") }
        guard versions.contains(version) else {
            throw ControlError(
                .unsupportedVersion, "Unsupported protocol version",
                data: ["supported": .array(versions.map(JSONValue.string)), "requested": .string(String(version.prefix(100)))])
        }
        guard meta[prefix + "clientCapabilities"]?.object != nil else {
            throw ControlError(.invalidParameters, "the request's _meta has no \(prefix)clientCapabilities")
        }
        return false
    }

    private static let server: JSONObject = ["name": "rewind", "version": .string(RewindVersion.number)]

    /// A result with what each has.
    static func complete(_ result: JSONObject) -> JSONObject {
        var members = result
        members["resultType"] = "complete"
        members["_meta"] = .object([prefix + "serverInfo": .object(server)])
        return members
    }

    /// A result that a client may keep: it is the same as long as the server runs.
    static func cacheable(_ result: JSONObject) -> JSONObject {
        var members = result
        members["ttlMs"] = 3_600_000
        members["cacheScope"] = "private"
        return members
    }

    static func discovered(_ tools: AssistantTools) -> JSONObject {
        cacheable([
            "supportedVersions": .array(versions.map(JSONValue.string)), "capabilities": ["tools": [:]],
            "instructions": .string(AgentsPage.instructions(hasHost: tools.host != nil)),
        ])
    }

    /// The answer to `initialize`: the version that was asked for, if it can be had.
    static func initialized(_ parameters: JSONObject, _ tools: AssistantTools) -> JSONObject {
        let wanted = parameters["protocolVersion"]?.string ?? ""
        return [
            "protocolVersion": .string(legacyVersions.contains(wanted) ? wanted : legacyVersions[0]), "capabilities": ["tools": [:]],
            "serverInfo": .object(server), "instructions": .string(AgentsPage.instructions(hasHost: tools.host != nil)),
        ]
    }
}

extension ControlError.Code {
    /// The request is of a revision of the Model Context Protocol that the server does not have; `data.supported` lists those that it has.
    fileprivate static let unsupportedVersion = ControlError.Code(rawValue: -32022)
}
