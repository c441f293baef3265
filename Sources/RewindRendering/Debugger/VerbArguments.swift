import RewindFormat
package import RewindReplay
package import RewindValue

/// What the parameters of a verb were given: by the words of a prompt, by those of a command, or by the members of a question in JSON.
package struct VerbArguments {
    /// Remarks on how they were understood.
    package var remarks: [Remark] = []
    /// What each parameter was given, by its name.
    private var given: [String: [String]] = [:]
    private let declaration: VerbDeclaration
    private let debugger: Debugger
    private let isAtPrompt: Bool

    private init(_ declaration: VerbDeclaration, _ debugger: Debugger, isAtPrompt: Bool) {
        (self.declaration, self.debugger, self.isAtPrompt) = (declaration, debugger, isAtPrompt)
    }

    /// The rest of a line behind the verb, at a prompt.
    init(_ rest: Substring, of declaration: VerbDeclaration, at debugger: Debugger) throws(Debugger.Problem) {
        self.init(declaration, debugger, isAtPrompt: true)
        var rest = rest
        try read { (isText) throws(Debugger.Problem) in
            // A line is one text where an expression is meant.
            guard isText, !rest.isEmpty, !rest.hasPrefix("--") else { return try TypedWord(takenFrom: &rest) }
            defer { rest = "" }
            return TypedWord(String(TypedWord.unquoted(rest)))
        }
    }

    /// The words of a command.
    ///
    /// - Parameter predicate: parses expressions.
    /// - Throws: ``Debugger/Problem`` if they are not what the verb takes.
    package init(
        _ words: [String], of declaration: VerbDeclaration, in timeline: Timeline, predicate: @escaping Debugger.PredicateParser
    ) throws(Debugger.Problem) {
        self.init(declaration, Debugger(timeline, predicate: predicate), isAtPrompt: false)
        var rest = words[...]
        try read { (_) throws(Debugger.Problem) in rest.popFirst().map { TypedWord($0) } }
    }

    /// The members of a question in JSON; those that are no parameters are left alone.
    ///
    /// - Parameter sizes: measures the recording's files.
    /// - Throws: ``Debugger/Problem`` if one of them is not what the verb takes.
    package init(
        _ question: JSONValue, of declaration: VerbDeclaration, in timeline: Timeline, sizes: FileSizes
    ) throws(Debugger.Problem) {
        var debugger = Debugger(timeline)
        debugger.sizes = { _ in sizes }
        self.init(declaration, debugger, isAtPrompt: false)
        for parameter in declaration.parameters {
            guard let value = question[parameter.name], value != .null, value != .bool(false) else { continue }
            guard let texts = Self.texts(of: value, parameter.kind) else {
                throw Debugger.Problem("'\(parameter.name)' can't be \(value.jsonText)")
            }
            given[parameter.name] = texts
        }
        if let missing = declaration.parameters.first(where: { $0.isRequired && given[$0.name] == nil }) {
            throw Debugger.Problem("'\(missing.name)' is missing")
        }
    }

    private static func texts(of value: JSONValue, _ kind: Parameter.Kind) -> [String]? {
        switch (kind, value) {
        case (.flag, .bool(true)): []
        case (.flag, _): nil
        case (.steps, .array(let ends)) where ends.count == 2: ["\(ends[0].jsonText)..\(ends[1].jsonText)"]
        case (.texts, .array(let values)): values.compactMap { $0.string }
        case (_, .string(let text)): [text]
        case (_, .number): [value.jsonText]
        default: nil
        }
    }

    /// Gives each word to the option in front of it, or else to the next parameter that takes a word.
    ///
    /// - Parameter next: takes the next word, or all that is left if it is told that an expression is meant.
    private mutating func read(next: (_ isText: Bool) throws(Debugger.Problem) -> TypedWord?) throws(Debugger.Problem) {
        var places = declaration.parameters.filter { $0.isWord }[...]
        while let word = try next(places.first?.kind == .expression) {
            guard let option = word.option else {
                guard let parameter = places.popFirst() else {
                    throw Debugger.Problem("too many arguments: the command is '\(declaration.usage)'")
                }
                given[parameter.name] = [word.text]
                continue
            }
            let (parameter, attached) = try self.parameter(option)
            if parameter.kind == .flag {
                if attached != nil { throw Debugger.Problem("--\(parameter.name) takes no value") }
                given[parameter.name] = []
            } else {
                let value: String? = if let attached { attached } else { try next(false)?.text }
                guard let value else { throw Debugger.Problem("--\(parameter.name) has to be followed by a value") }
                given[parameter.name, default: []].append(value)
            }
        }
        if let missing = declaration.parameters.first(where: { $0.isRequired && given[$0.name] == nil }) {
            throw Debugger.Problem(
                "no \(missing.kind == .expression ? "expression" : missing.name) given: the command is '\(declaration.usage)'")
        }
    }

    /// The parameter that an option names, and the value behind its `=`.
    private func parameter(_ option: String) throws(Debugger.Problem) -> (parameter: Parameter, attached: String?) {
        let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let attached = parts.count > 1 ? String(parts[1]) : nil
        if let parameter = declaration.parameters.first(where: { $0.name == parts[0] }) { return (parameter, attached) }
        if parts[0] == "last", declaration.parameters.contains(where: { $0.kind == .steps }) {
            return (Parameter("last", .steps, "Only the last part: 30s, 2m or 200."), attached)
        }
        throw Debugger.Problem("there is no option '--\(parts[0])': the command is '\(declaration.usage)'")
    }

    /// Gives a parameter a value, if there is one.
    package mutating func give(_ name: String, _ value: String?) { if let value { given[name] = [value] } }

    // MARK: What the parameters were given

    package var timeline: Timeline { debugger.timeline }
    package var sizes: FileSizes { debugger.sizes(debugger.timeline.recording) }

    /// The step where a prompt is; `nil` elsewhere.
    package var here: Int? { isAtPrompt ? debugger.position : nil }

    /// The store that was named.
    package var store: String? { given["store"]?.last ?? debugger.store }

    package func text(_ name: String) -> String? { given[name]?.last }

    package func texts(_ name: String) -> [String] { given[name] ?? [] }

    package func has(_ name: String) -> Bool { given[name] != nil }

    /// A number within the bounds of its parameter.
    package func number(_ name: String) throws(Debugger.Problem) -> Int? {
        guard let text = text(name), let parameter = declaration.parameters.first(where: { $0.name == name }),
            case .number(let bounds) = parameter.kind
        else { return nil }
        if let number = Int(text), bounds.contains(number) { return number }
        throw Debugger.Problem("--\(name) takes a number from \(bounds.lowerBound) to \(bounds.upperBound)")
    }

    package func step(_ name: String = "step") throws(Debugger.Problem) -> Int? {
        guard let text = text(name) else { return nil }
        return try resolve(try Debugger.Problem.parsing { () throws(ReferenceError) in try StepReference(parsing: text) })
    }

    package func resolve(_ step: StepReference) throws(Debugger.Problem) -> Int { try debugger.resolve(step) }

    /// The steps of a range; `nil` if none was given.
    package func steps(_ name: String = "steps") throws(Debugger.Problem) -> ClosedRange<Int>? {
        let (timeline, last, text) = (timeline, text("last"), text(name))
        if last != nil, text != nil { throw Debugger.Problem("a range and --last can't be used together") }
        if let last {
            let part = try Debugger.Problem.parsing { () throws(ReferenceError) in try LastPart(parsing: last) }
            return try Debugger.Problem.reading { () throws(RecordingError) in try part.resolve(in: timeline) }
        }
        guard let text else { return nil }
        let range = try Debugger.Problem.parsing { () throws(ReferenceError) in try StepRange(parsing: text) }
        return try Debugger.Problem.reading { () throws(RecordingError) in try range.resolve(in: timeline) }
    }

    /// The part of the state that was named; the whole state if none was.
    package func path(_ name: String = "path") throws(Debugger.Problem) -> JSONPointer {
        guard let text = text(name), !text.isEmpty else { return .root }
        let place = try Debugger.Problem.parsing { () throws(JSONPointerError) in try JSONPointer(argument: text) }
        guard try Debugger.parsed(text[...]) != nil else {
            throw Debugger.Problem("'\(text)' is not a path: the command is '\(declaration.usage)'")
        }
        return place
    }

    /// A part of the state, or an expression; the whole state if none was given.
    package func pathOrExpression(_ name: String) throws(Debugger.Problem) -> (place: JSONPointer, expression: Predicate?) {
        guard let text = text(name), !text.isEmpty else { return (.root, nil) }
        if let place = try Debugger.parsed(text[...]) { return (place, nil) }
        return (.root, try debugger.predicate(text))
    }

    package func expression(_ name: String) throws(Debugger.Problem) -> Predicate? {
        guard let text = text(name) else { return nil }
        return try debugger.predicate(text)
    }

    /// The store to ask about a part of the state: at a prompt one that can have it, with a remark if others can have it, too; elsewhere
    /// only a store that was named, as the question finds the others.
    package mutating func store(with place: JSONPointer) throws(Debugger.Problem) -> String? {
        guard isAtPrompt, given["store"] == nil else { return store }
        let (name, remark) = try Debugger.Problem.reading { () throws(RecordingError) in try debugger.storeToAsk(Predicate(place)) }
        if let remark { remarks.append(remark) }
        return name
    }
}
