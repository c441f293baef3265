/// The names of functions, demangled, as people write them.
enum FunctionName {
    /// Whether the compiler made the function, so that no line of the source is it.
    static func isMadeByCompiler(_ name: String) -> Bool {
        let name = written(name)
        return ["reabstraction thunk", "partial apply forwarder", "protocol witness for", "dispatch thunk"].contains { name.hasPrefix($0) }
    }

    /// A demangled name without types: `CommentsState.exchange(_:)`, `closure #1 in Store.init(initialState:reducer:)`.
    static func short(_ name: String) -> String {
        // "(1) await resume partial function for f": the part of an async f after its first await.
        let written = written(name)
        let whole = written.firstRange(of: " partial function for ").map { String(written[$0.upperBound...]) } ?? written
        return parts(of: whole.replacing("(extension in ", with: "(")).map { part in
            if part.hasPrefix("closure #") { return part.split(separator: " ").prefix(2).joined(separator: " ") }
            return signature(part)
        }
        .joined(separator: " in ")
    }

    /// The modules that a function's name has, but for Swift's and ours: that of the app, where it is the app's or works on the app's types.
    static func modules(in name: String) -> Set<String> { Set(allModules(in: name).filter { !isLibrary($0) }) }

    /// The module that a function belongs to: the first that its name has.
    static func firstModule(of name: String) -> String? { allModules(in: name).first }

    private static func isLibrary(_ module: String) -> Bool {
        module.hasPrefix("Rewind")
            || ["Swift", "Foundation", "FoundationEssentials", "Dispatch", "Synchronization", "__C"].contains(module)
    }

    /// The first of each `A.B.c`, and of each `(extension in A)`.
    private static func allModules(in name: String) -> [String] {
        var modules: [String] = []
        var word = ""
        var isFirst = true
        for character in written(name) {
            if character.isLetter || character.isNumber || character == "_" {
                word.append(character)
                continue
            }
            // What begins in upper case and stands before a dot: members and parameters begin in lower case. Generic parameters are one letter and a number.
            let isParameter = word.dropFirst().allSatisfy(\.isNumber)
            if isFirst, character == ".", !isParameter, word.first?.isUppercase == true || word.hasPrefix("__") { modules.append(word) }
            isFirst = character != "."
            word = ""
        }
        return modules
    }

    /// The name of the function that was written, of one that the compiler made of it: `generic specialization <Swift.Int> of f`.
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

    /// What stands between the ` in ` that are in no brackets: a closure, and what it is in.
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

    /// A function's name and the labels of its parameters.
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
                    rest = rest.drop { $0 == ":" }  // where an extension is: (extension in EpisodesCore):
                } else {
                    return words + labels(inner)
                }
            case " ": return words  // a type follows: of a getter, say
            default:
                words.append(character)
                rest = rest.dropFirst()
            }
            result = words
        }
        return words
    }

    /// `(_: A, store: B)` as `(_:store:)`.
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

    /// What follows the bracket that the text begins with.
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

    /// Calls `body` for each character that is in no bracket, the opening ones included, until it returns `false`.
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
