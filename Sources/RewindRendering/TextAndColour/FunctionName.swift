import RewindFormat

/// Demangled function names in a readable form.
enum FunctionName {
    /// Whether the compiler generated the function, so that it has no source line.
    static func isMadeByCompiler(_ name: String) -> Bool {
        let name = written(name)
        return ["reabstraction thunk", "partial apply forwarder", "protocol witness for", "dispatch thunk"].contains { name.hasPrefix($0) }
    }

    /// A demangled name without types: `CommentsState.exchange(_:)`, `closure #1 in Store.init(initialState:reducer:)`.
    static func short(_ name: String) -> String { shortParts(name).joined(separator: " in ") }

    /// The source function that a name is of, or that its closure is in, without types.
    static func enclosing(_ name: String) -> String { shortParts(name).last ?? name }

    private static func shortParts(_ name: String) -> [String] {
        // "(1) await resume partial function for f" is the part of an async f after its first await.
        let written = written(name)
        let whole = written.firstRange(of: " partial function for ").map { String(written[$0.upperBound...]) } ?? written
        return parts(of: whole.replacing("(extension in ", with: "(")).map { part in
            if part.hasPrefix("closure #") { return part.split(separator: " ").prefix(2).joined(separator: " ") }
            return signature(part)
        }
    }

    /// The modules in a function's name, except those of Swift and ours: the app's module, if the function is in it or uses its types.
    static func modules(in name: String) -> Set<String> { Set(allModules(in: name).filter { !isLibrary($0) }) }

    /// The module that a function belongs to: the first one in its name.
    static func firstModule(of name: String) -> String? { allModules(in: name).first }

    /// Whether a function is in one of the app's modules, as far as its name shows: a library's function may use the app's types.
    static func isOfApp(_ name: String) -> Bool { firstModule(of: name).map { !isLibrary($0) } ?? false }

    private static func isLibrary(_ module: String) -> Bool {
        module.hasPrefix("Rewind") || SystemModule.contains(module)
    }

    /// The first component of each `A.B.c`, and of each `(extension in A)`.
    private static func allModules(in name: String) -> [String] {
        var modules: [String] = []
        var word = ""
        var isFirst = true
        for character in written(name) {
            if character.isLetter || character.isNumber || character == "_" {
                word.append(character)
                continue
            }
            // A capitalised word before a dot is a type or module: members and parameters are lower case. Generic parameters are one letter
            // and a number.
            let isParameter = word.dropFirst().allSatisfy { $0.isNumber }
            if isFirst, character == ".", !isParameter, word.first?.isUppercase == true || word.hasPrefix("__") { modules.append(word) }
            isFirst = character != "."
            word = ""
        }
        return modules
    }

    /// The name of the source function from which the compiler made another: `generic specialization <Swift.Int> of f`.
    private static func written(_ name: String) -> String {
        var rest = name[...]
        while let end = rest.firstRange(of: " specialization <"), !rest[..<end.lowerBound].contains("<"),
            !rest[..<end.lowerBound].contains("(")
        {
            let after = afterBracket(rest[rest.index(before: end.upperBound)...])
            guard after.hasPrefix(" of ") else { break }
            rest = after.dropFirst(4)
        }
        return String(rest)
    }

    /// Splits a name at each ` in ` outside brackets: a closure, and its enclosing functions.
    private static func parts(of name: String) -> [Substring] {
        var parts: [Substring] = []
        var start = name.startIndex
        forEachOuter(of: name[...]) { index in
            guard index >= start, name[index...].hasPrefix(" in ") else { return true }
            parts.append(name[start..<index])
            start = name.index(index, offsetBy: 4)
            return true
        }
        return parts + [name[start...]]
    }

    /// A function's name with the labels of its parameters.
    private static func signature(_ text: Substring) -> String {
        var words = ""
        var result = ""
        var rest = text
        for modifier in ["static ", "class ", "merged "] where rest.hasPrefix(modifier) { rest = rest.dropFirst(modifier.count) }
        while let character = rest.first {
            switch character {
            case "<": rest = afterBracket(rest)
            case "(":
                let inner = rest[..<afterBracket(rest).startIndex].dropFirst().dropLast()
                rest = afterBracket(rest)
                if let place = inner.firstRange(of: " in _") {
                    words += inner[..<place.lowerBound]  // a private name: (exchange in _2E02…)
                } else if result.isEmpty, words.isEmpty || words.hasSuffix(".") || rest.first == ":" {
                    rest = rest.drop { $0 == ":" }  // the module of an extension: (extension in EpisodesCore):
                } else {
                    return words + labels(inner)
                }
            case " ": return words  // a type follows, such as a getter's
            default:
                words.append(character)
                rest = rest.dropFirst()
            }
            result = words
        }
        return words
    }

    /// Turns `(_: A, store: B)` into `(_:store:)`.
    private static func labels(_ parameters: Substring) -> String {
        if parameters.isEmpty { return "()" }
        var labels = ""
        var start = parameters.startIndex
        func add(_ parameter: Substring) {
            let word = parameter.drop { $0 == " " }.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            labels += parameter[word.endIndex...].hasPrefix(":") ? word + ":" : "_:"
        }
        forEachOuter(of: parameters) { index in
            if parameters[index] == "," {
                add(parameters[start..<index])
                start = parameters.index(after: index)
            }
            return true
        }
        add(parameters[start...])
        return "(\(labels))"
    }

    /// The text after the bracket that closes the one at the beginning.
    private static func afterBracket(_ text: Substring) -> Substring {
        var end = text.index(after: text.startIndex)
        forEachOuter(of: text) { index in
            if index > text.startIndex {
                end = index
                return false
            }
            end = text.endIndex
            return true
        }
        return text[end...]
    }

    /// Calls `body` for each character outside brackets, and for each opening bracket, until it returns `false`.
    private static func forEachOuter(of text: Substring, _ body: (Substring.Index) -> Bool) {
        var depth = 0
        var last: Character = " "
        for index in text.indices {
            let character = text[index]
            if ")>]".contains(character), last != "-" {
                depth -= 1
            } else {
                if depth <= 0, !body(index) { return }
                if "(<[".contains(character) { depth += 1 }
            }
            last = character
        }
    }
}
