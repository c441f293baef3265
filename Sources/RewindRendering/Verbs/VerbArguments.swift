package import RewindFormat
package import RewindReplay
package import RewindValue

/// What the parameters of a verb were given: by a prompt's line, by the words of a command, or by the members of a question in JSON.
package struct GivenWords: Sendable {
    /// The texts of each parameter, by its name.
    fileprivate var texts: [String: [String]] = [:]
    fileprivate let declaration: VerbDeclaration

    /// The rest of a line behind the verb, at a prompt.
    ///
    /// - Throws: ``PromptError`` if the words are not what the verb takes.
    package init(ofLine rest: Substring, for declaration: VerbDeclaration) throws(PromptError) {
        self.declaration = declaration
        var rest = rest
        try read { (isText) throws(PromptError) in
            // A line is one text where an expression is meant.
            guard isText, !rest.isEmpty, !rest.hasPrefix("--") else { return try TypedWord(parsingPrefixOf: &rest) }
            defer { rest = "" }
            return TypedWord(String(TypedWord.unquoted(rest)))
        }
    }

    /// The words of a command, each of which stays one.
    ///
    /// - Throws: ``PromptError`` if they are not what the verb takes.
    package init(ofCommand words: [String], for declaration: VerbDeclaration) throws(PromptError) {
        self.declaration = declaration
        var rest = words[...]
        try read { (_) throws(PromptError) in rest.popFirst().map { TypedWord($0) } }
    }

    /// The members of a question in JSON; those that are no parameters are left alone.
    ///
    /// - Throws: ``PromptError`` if one of them is not what the verb takes.
    package init(of question: JSONValue, for declaration: VerbDeclaration) throws(PromptError) {
        self.declaration = declaration
        for parameter in declaration.parameters {
            guard let value = question[parameter.name], value != .null, value != .bool(false) else { continue }
            guard let given = Self.texts(of: value, parameter.kind) else {
                throw PromptError("'\(parameter.name)' can't be \(value.jsonText)")
            }
            texts[parameter.name] = given
        }
        if let missing = declaration.parameters.first(where: { $0.isRequired && texts[$0.name] == nil }) {
            throw PromptError("'\(missing.name)' is missing")
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
    private mutating func read(next: (_ isText: Bool) throws(PromptError) -> TypedWord?) throws(PromptError) {
        var places = declaration.parameters.filter { $0.isWord }[...]
        while let word = try next(places.first?.kind == .expression) {
            guard let option = word.option else {
                guard let parameter = places.popFirst() else {
                    throw PromptError("too many arguments: the command is '\(declaration.usage)'")
                }
                texts[parameter.name] = [word.text]
                continue
            }
            let (parameter, attached) = try self.parameter(option)
            if parameter.kind == .flag {
                if attached != nil { throw PromptError("--\(parameter.name) takes no value") }
                texts[parameter.name] = []
            } else {
                let value: String? = if let attached { attached } else { try next(false)?.text }
                guard let value else { throw PromptError("--\(parameter.name) has to be followed by a value") }
                texts[parameter.name, default: []].append(value)
            }
        }
        if let missing = declaration.parameters.first(where: { $0.isRequired && texts[$0.name] == nil }) {
            throw PromptError(
                "no \(missing.kind == .expression ? "expression" : missing.name) given: the command is '\(declaration.usage)'")
        }
    }

    /// The parameter that an option names, and the value behind its `=`.
    private func parameter(_ option: String) throws(PromptError) -> (parameter: Parameter, attached: String?) {
        let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let attached = parts.count > 1 ? String(parts[1]) : nil
        if let parameter = declaration.parameters.first(where: { $0.name == parts[0] }) { return (parameter, attached) }
        let names = declaration.parameters.map { "--" + $0.name }.filter { $0 != "--" + VerbDeclaration.recordingName }
        throw PromptError(
            "there is no option '--\(parts[0])'; '\(declaration.name)' has \(names.isEmpty ? "none" : names.joined(separator: ", "))")
    }

    /// The last text that a parameter was given.
    package subscript(_ name: String) -> String? { texts[name]?.last }

    /// All texts that a parameter was given.
    package func all(_ name: String) -> [String] { texts[name] ?? [] }

    /// Whether a parameter was given.
    package func has(_ name: String) -> Bool { texts[name] != nil }
}

/// Where a verb is asked.
package struct AskedPlace: Sendable {
    let timeline: Timeline
    let predicate: PredicateParser
    let store: String?
    let sizes: @Sendable (Recording) -> FileSizes
    let prompt: Prompt?

    /// What a prompt knows beside the recording.
    package struct Prompt: Sendable {
        let step: Int
        /// The step of a reference, which may be a mark of the prompt's.
        let resolve: @Sendable (StepReference) throws(PromptError) -> Int
        /// The store that an expression is about, with a remark if others can have what it reads, too.
        let storeToAsk: @Sendable (Predicate) throws(RecordingError) -> (name: String, remark: Remark?)

        package init(
            step: Int, resolve: @escaping @Sendable (StepReference) throws(PromptError) -> Int,
            storeToAsk: @escaping @Sendable (Predicate) throws(RecordingError) -> (name: String, remark: Remark?)
        ) {
            (self.step, self.resolve, self.storeToAsk) = (step, resolve, storeToAsk)
        }
    }

    package init(
        _ timeline: Timeline, predicate: @escaping PredicateParser, store: String?, sizes: @escaping @Sendable (Recording) -> FileSizes,
        at prompt: Prompt?
    ) {
        (self.timeline, self.predicate, self.store, self.sizes, self.prompt) = (timeline, predicate, store, sizes, prompt)
    }

    /// A command, or a question in JSON.
    ///
    /// - Parameters:
    ///   - predicate: parses expressions; by default, those of our own language.
    ///   - sizes: those of the recording's files.
    package init(_ timeline: Timeline, predicate: @escaping PredicateParser = ownExpressions, sizes: FileSizes = FileSizes()) {
        self.init(timeline, predicate: predicate, store: nil, sizes: { _ in sizes }, at: nil)
    }
}

/// Parses an expression.
package typealias PredicateParser = @Sendable (String) throws(PromptError) -> Predicate

/// Parses our own language.
package let ownExpressions: PredicateParser = { text throws(PromptError) in
    try PromptError.parsing { () throws(ExpressionError) in try Predicate(parsing: text) }
}

/// What a verb was asked, and where.
package struct VerbArguments {
    /// Remarks on how it was understood.
    package var remarks: [Remark] = []
    private let given: GivenWords
    private let place: AskedPlace

    package init(_ given: GivenWords, at place: AskedPlace) { (self.given, self.place) = (given, place) }

    package var timeline: Timeline { place.timeline }
    package var sizes: FileSizes { place.sizes(timeline.recording) }

    /// The step where a prompt is; `nil` elsewhere.
    package var here: Int? { place.prompt?.step }

    /// The store that was named.
    package var store: String? { text("store") ?? place.store }

    package func text(_ name: String) -> String? { given[name] }

    package func texts(_ name: String) -> [String] { given.texts[name] ?? [] }

    package func has(_ name: String) -> Bool { given.has(name) }

    /// A number within the bounds of its parameter.
    package func number(_ name: String) throws(PromptError) -> Int? {
        guard let text = text(name), let parameter = given.declaration.parameters.first(where: { $0.name == name }),
            case .number(let bounds) = parameter.kind
        else { return nil }
        if let number = Int(text), bounds.contains(number) { return number }
        throw PromptError("--\(name) takes a number from \(bounds.lowerBound) to \(bounds.upperBound)")
    }

    package func step(_ name: String = "step") throws(PromptError) -> Int? {
        guard let text = text(name) else { return nil }
        return try resolve(try PromptError.parsing { () throws(ReferenceError) in try StepReference(parsing: text) })
    }

    package func resolve(_ step: StepReference) throws(PromptError) -> Int {
        if let prompt = place.prompt { return try prompt.resolve(step) }
        let timeline = timeline
        return try PromptError.wrappingRecordingErrors { () throws(RecordingError) in try step.resolve(in: timeline) }
    }

    /// The steps of a range; `nil` if none was given.
    package func steps(_ name: String = "steps") throws(PromptError) -> ClosedRange<Int>? {
        let (timeline, last, text) = (timeline, text("last"), text(name))
        if last != nil, text != nil { throw PromptError("a range and --last can't be used together") }
        if let last {
            let part = try PromptError.parsing { () throws(ReferenceError) in try LastPart(parsing: last) }
            return try PromptError.wrappingRecordingErrors { () throws(RecordingError) in try part.resolve(in: timeline) }
        }
        guard let text else { return nil }
        let range = try PromptError.parsing { () throws(ReferenceError) in try StepRange(parsing: text) }
        return try PromptError.wrappingRecordingErrors { () throws(RecordingError) in try range.resolve(in: timeline) }
    }

    /// The part of the state that was named; the whole state if none was.
    package func path(_ name: String = "path") throws(PromptError) -> JSONPointer {
        guard let text = text(name), !text.isEmpty else { return .root }
        let place = try PromptError.parsing { () throws(JSONPointerError) in try JSONPointer(argument: text) }
        guard try TypedWord.place(in: text[...]) != nil else {
            throw PromptError("'\(text)' is not a path: the command is '\(given.declaration.usage)'")
        }
        return place
    }

    /// A part of the state, or an expression; the whole state if none was given.
    package func pathOrExpression(_ name: String) throws(PromptError) -> (place: JSONPointer, expression: Predicate?) {
        guard let text = text(name), !text.isEmpty else { return (.root, nil) }
        if let place = try TypedWord.place(in: text[...]) { return (place, nil) }
        return (.root, try self.place.predicate(text))
    }

    package func expression(_ name: String) throws(PromptError) -> Predicate? {
        guard let text = text(name) else { return nil }
        return try place.predicate(text)
    }

    /// The store to ask about a part of the state: at a prompt one that can have it, with a remark if others can have it, too; elsewhere
    /// only a store that was named, as the question finds the others.
    package mutating func store(with place: JSONPointer) throws(PromptError) -> String? {
        guard let prompt = self.place.prompt, store == nil else { return store }
        let (name, remark) = try PromptError.wrappingRecordingErrors { () throws(RecordingError) in try prompt.storeToAsk(Predicate(place))
        }
        if let remark { remarks.append(remark) }
        return name
    }
}
