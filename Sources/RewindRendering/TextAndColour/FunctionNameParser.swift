/// One of the functions, closures, and local types that a name puts into one another.
struct FunctionNamePart {
    /// What the code is of the function, if not the function: `default argument 0 of`.
    var roles: [String] = []
    /// The path without what is generic: `Shop`, `Cart`, `pay`.
    var path: [String] = []
    var labels = ""
    var extensionModule: String?
    var isClosure = false
    var hasType = false

    var text: String { (roles + [path.joined(separator: ".") + labels]).joined(separator: " ") }

    var module: String? { extensionModule ?? (path.count > 1 ? path[0] : nil) }

    var isModule: Bool { roles.isEmpty && path.count == 1 && !hasType && !isClosure }

    /// Whether it is a C function, or a piece of one: `qsort_r.cold`, `f.part.0`.
    var isOfC: Bool {
        guard let last = path.last, path.count > 1 else { return isModule }
        return !hasType && (last == "cold" || !last.isEmpty && last.allSatisfy { $0.isNumber })
    }

    var isMadeByCompiler: Bool {
        roles.contains { role in
            role.split(separator: " ").contains { ["thunk", "forwarder", "witness", "outlined", "metadata"].contains($0) }
        }
    }
}

/// Reads a demangled name from its beginning to its end; what it doesn't know becomes a name without types.
struct FunctionNameParser {
    /// The first words of the paths in types, except generic parameters.
    private(set) var modules: Set<String> = []
    private let scalars: [Unicode.Scalar]
    private var index = 0

    init(_ name: String) { scalars = Array(name.unicodeScalars) }

    /// Whether it is neither a name of C++, `std::sort(int*)`, nor one of Objective-C, `-[Cart pay]`.
    var isOfSwift: Bool {
        !isAt("-[") && !isAt("+[") && !zip(scalars, scalars.dropFirst()).contains { $0 == ":" && $1 == ":" }
    }

    /// The function, then what it is in.
    mutating func parts() -> [FunctionNamePart] {
        var parts = [part()]
        while isAt(" in "), !isAt(" in conformance ") {
            index += 4
            parts.append(part())
        }
        pass { _ in false }
        return parts
    }

    private mutating func part() -> FunctionNamePart {
        var part = FunctionNamePart()
        while let role = role() { if !Self.isSilent(role) { part.roles.append(role) } }
        part.isClosure = isAt("closure #") || isAt("implicit closure #")
        if part.isClosure {
            let start = index
            passAll { $0 != "#" }
            passAll { $0 == "#" || Self.isInIdentifier($0) }
            part.path = [text(start)]
        } else {
            path(&part)
            signature(&part)
        }
        type()
        return part
    }

    /// Passes a type to its end, or to the function that the part is in.
    private mutating func type() {
        // After a local type's name comes what that is in: `-> Local #1 in Shop.find() -> ()`.
        var locals = 0
        while true {
            pass { $0 == " " || $0 == "#" }
            if scalar == "#" { locals += 1 }
            if isAt(" in ") {
                if locals == 0 { return }
                locals -= 1
            }
            guard scalar != nil else { return }
            index += 1
        }
    }

    // MARK: Roles

    private static let modifiers = ["static", "class", "merged", "dynamic", "super", "@objc", "@nonobjc", "distributed thunk"]
    private static let endings = [" partial function for", " function pointer to", " deployment fallback for"]

    /// Whether code with this role is the function's own, such as a specialization: that has the types that it is for.
    private static func isSilent(_ role: String) -> Bool {
        modifiers.contains(role) || endings.contains { role.hasSuffix($0) } || role.contains("<")
    }

    /// Takes a modifier, or words up to `of`, `for`, or `to`: `(1) await resume partial function for`.
    private mutating func role() -> String? {
        // A local function may have the name of a modifier.
        let words = Self.modifiers + ["reabstraction thunk"]
        if let word = words.first(where: { isAt($0 + " ") && !isAt($0 + " #") }) {
            index += word.unicodeScalars.count + 1
            return word
        }
        let start = index
        while true {
            let word = index
            if scalar == "<" {
                passAngles()
            } else {
                passAll { Self.isInIdentifier($0) || "@#-()".unicodeScalars.contains($0) }
            }
            let text = text(word)
            if text.isEmpty || text == "in" || scalar != " " { break }
            if word > start, text == "of" || text == "for" || text == "to" {
                index += 1
                return String(self.text(start).dropLast())
            }
            index += 1
        }
        index = start
        return nil
    }

    /// Passes the arguments of a specialization, in which square brackets may be left open.
    private mutating func passAngles() {
        var depth = 0
        repeat {
            if scalar == "<" { depth += 1 }
            if scalar == ">", scalars[index - 1] != "-" { depth -= 1 }
            index = scalar == "." || scalar == "(" ? endOfOperator(index + 1) ?? index + 1 : index + 1
        } while depth > 0 && scalar != nil
    }

    // MARK: Paths

    private mutating func path(_ part: inout FunctionNamePart) {
        while true {
            while isAt("(extension in ") {
                index += 14
                let start = index
                passAll { $0 != ")" }
                if part.extensionModule == nil { part.extensionModule = text(start) }
                passAll { $0 == ")" || $0 == ":" }
            }
            let name = component()
            if !name.isEmpty || !part.path.isEmpty { part.path.append(name) }
            while scalar == "<", !name.isEmpty { _ = bracket() }
            guard scalar == "." else { return }
            index += 1
        }
    }

    /// A name in a path: `pay`, `(pay in _0123)`, or `< infix`, without what tells its kind.
    private mutating func component() -> String {
        let start = index
        let isPrivate = scalar == "("
        if isPrivate { index += 1 }
        let name = operatorName() ?? identifier()
        if isPrivate {
            guard !name.isEmpty, isAt(" in ") else {
                index = start
                return ""
            }
            passAll { $0 != ")" }
            if scalar != nil { index += 1 }
        }
        switch name {
        case "__allocating_init": return "init"
        case "__deallocating_deinit", "__isolated_deallocating_deinit": return "deinit"
        default: return name
        }
    }

    private mutating func operatorName() -> String? {
        guard let end = endOfOperator(index) else { return nil }
        let start = index
        index = end
        let name = text(start)
        index += 1
        passAll(Self.isInIdentifier)
        return name
    }

    private mutating func identifier() -> String {
        let start = index
        if scalar == "`" { passQuoted() } else { passAll(Self.isInIdentifier) }
        return text(start)
    }

    /// Takes a local function's number, attributes, generic parameters, and the labels of parameters.
    private mutating func signature(_ part: inout FunctionNamePart) {
        if isAt(" #") {
            index += 2
            passAll(Self.isInIdentifier)
            if isAt(" (") || isAt(" <") || isAt(" @") { index += 1 }
        }
        while scalar == "@" {
            passAll { $0 != " " }
            passAll { $0 == " " }
        }
        while scalar == "<", !part.path.isEmpty { _ = bracket() }
        part.hasType = scalar == "(" || isAt(" : ")
        if part.path.isEmpty {
            // Variables that are initialized together, or a tuple.
            if scalar == "(", !part.roles.isEmpty { part.path = [bracket()] }
        } else if isAt(" : "), part.path.dropLast().last == "subscript" {
            index += 3
            while scalar == "<" { _ = bracket() }
            part.path[part.path.count - 2] += labels()
        } else {
            part.labels = labels()
        }
    }

    /// Turns `(_: A, store: B)` into `(_:store:)`.
    private mutating func labels() -> String {
        guard scalar == "(" else { return "" }
        var labels = "("
        repeat {
            index += 1
            passAll { $0 == " " }
            if scalar == ")" { break }
            let start = index
            let name = identifier()
            if scalar == ":" {
                labels += name + ":"
                // Names of other demanglers have no types.
                if !isAt(": ") { continue }
            } else {
                labels += "_:"
                index = start
            }
            pass { $0 == "," || $0 == ")" }
        } while scalar == "," || scalar == ":"
        if scalar != nil { index += 1 }
        return labels + ")"
    }

    // MARK: Types

    /// Passes the bracket that begins here.
    private mutating func bracket() -> String {
        let start = index
        index += 1
        pass { $0 == ")" || $0 == ">" || $0 == "]" }
        if scalar != nil { index += 1 }
        return text(start)
    }

    /// Passes types up to a scalar outside brackets, and notes their modules.
    private mutating func pass(to isEnd: (Unicode.Scalar) -> Bool) {
        var depth = 0
        while let scalar {
            let isArrow = scalar == ">" && index > 0 && scalars[index - 1] == "-"
            if depth == 0, !isArrow, isEnd(scalar) { return }
            switch scalar {
            case "(", "<", "[": depth += 1
            case ")", ">", "]": depth = isArrow ? depth : max(0, depth - 1)
            default: break
            }
            if scalar == "`" {
                passQuoted()
            } else if Self.isInIdentifier(scalar) {
                passWord()
            } else {
                index = scalar == "." || scalar == "(" ? endOfOperator(index + 1) ?? index + 1 : index + 1
            }
        }
    }

    private mutating func passWord() {
        let start = index
        passAll(Self.isInIdentifier)
        let isFirst = start == 0 || scalars[start - 1] != "."
        guard isFirst, scalar == ".", index + 1 < scalars.count else { return }
        let next = scalars[index + 1]
        guard Self.isInIdentifier(next) || next == "(" || next == "`" else { return }
        // A generic parameter is a capital letter and a number.
        let isParameter = ("A"..."Z").contains(scalars[start]) && scalars[(start + 1)..<index].allSatisfy { ("0"..."9").contains($0) }
        if !isParameter { modules.insert(text(start)) }
    }

    // MARK: Scalars

    private var scalar: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private func isAt(_ text: String) -> Bool { scalars[index...].starts(with: text.unicodeScalars) }

    private func text(_ start: Int) -> String { String(String.UnicodeScalarView(scalars[start..<index])) }

    private mutating func passAll(_ isPassed: (Unicode.Scalar) -> Bool) {
        while let scalar, isPassed(scalar) { index += 1 }
    }

    private mutating func passQuoted() {
        index += 1
        passAll { $0 != "`" }
        if scalar != nil { index += 1 }
    }

    private static func isInIdentifier(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "$": true
        default: !scalar.isASCII
        }
    }

    /// The end of an operator's name, which its kind follows: `< infix`.
    private func endOfOperator(_ start: Int) -> Int? {
        guard start < scalars.count else { return nil }
        // So long is no operator, and no search.
        let end = scalars[start...].prefix(50).firstIndex { !Self.isInOperator($0) } ?? start
        let isOperator = end > start && [" infix", " prefix", " postfix"].contains { scalars[end...].starts(with: $0.unicodeScalars) }
        return isOperator ? end : nil
    }

    private static func isInOperator(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "/", "=", "-", "+", "!", "*", "%", "<", ">", "&", "|", "^", "~", "?", ".": true
        default: !scalar.isASCII
        }
    }
}
