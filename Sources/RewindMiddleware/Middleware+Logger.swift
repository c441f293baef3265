import RewindCapture
public import RewindFormat
public import RewindRedaction
public import RewindStore
import RewindValue

extension Middleware where State: Encodable {
    /// A middleware that prints each action, where it comes from and what it changed, as git would, without secrets; for debugging.
    ///
    /// ```
    /// 66 comments/deleteDidFinish {"id":106}  CommentRequests.swift:56, after 65
    /// - /comments/deleting/0 106
    /// - /comments/selection 2
    /// + /comments/selection 1
    /// ```
    /// The middleware encodes the whole state before each action, in the store's turn. Replayed actions are printed too.
    ///
    /// - Parameters:
    ///   - rules: what must not be printed.
    ///   - level: how much is printed, as a recording at that level would have it.
    ///   - print: receives all lines of an action at once, without a line break at the end.
    public static func logger(
        redaction rules: RedactionRules = .default, level: RedactionLevel = .secrets, print: @escaping @Sendable (String) -> Void
    ) -> Middleware {
        let form = RecordedForm(rules: rules, level: level)
        return .reducing { context, state, action, reduce in
            let old = state
            let effect = reduce(&context, &state, action)
            let origin = [context.site?.description, context.cause.map { "after \($0.step)" }].compactMap(\.self).joined(separator: ", ")
            let head = [context.step.map(String.init) ?? "", form.line(for: action), origin.isEmpty ? "" : " \(origin)"]
            let lines = [head.filter { !$0.isEmpty }.joined(separator: " ")] + form.lines(from: old, to: state)
            print(lines.joined(separator: "\n"))
            return effect
        }
    }
}

extension RecordedForm {
    /// An action's name and payload; only its type where it can't be encoded.
    fileprivate func line(for action: some Any) -> String {
        guard let encodable = action as? any Encodable, let (encoded, _) = try? self.action(encodable) else {
            return "\(type(of: action))"
        }
        var payload = encoded.value
        for name in encoded.type.split(separator: "/") { payload = payload[String(name)] ?? payload["_0"]?[String(name)] ?? payload }
        return payload == [:] ? encoded.type : "\(encoded.type) \(payload)"
    }

    /// What changed, as lines that begin with - or +; why that can't be said where a state can't be encoded.
    fileprivate func lines<State: Encodable>(from old: State, to new: State) -> [String] {
        do {
            var value = try value(of: old).value
            return try changes(from: old, to: new).0.operations.flatMap { operation in
                let before = value
                try JSONPatch([operation]).apply(to: &value)
                return Self.lines(for: operation, before: before, after: value)
            }
        } catch {
            return ["! the change can't be shown: \(text(of: error))"]
        }
    }

    private static func lines(for operation: JSONPatch.Operation, before: JSONValue, after: JSONValue) -> [String] {
        func line(_ sign: String, _ pointer: JSONPointer, _ value: JSONValue?) -> String { "\(sign) \(pointer) \(value ?? .null)" }
        return switch operation {
        case .add(let pointer, let value): [line("+", pointer, value)]
        case .remove(let pointer): [line("-", pointer, before[pointer])]
        case .replace(let pointer, let value): [line("-", pointer, before[pointer]), line("+", pointer, value)]
        case .move(let from, let to): [line("-", from, before[from]), line("+", to, after[to])]
        case .copy(_, let to): [line("+", to, after[to])]
        case .test: []
        }
    }
}
