import RewindReplay

/// The names in a jq program, found without parsing it: strings and comments are skipped.
struct JqText {
    /// Members that are accessed, as in `.name`, `.["name"]` and `."name"`, except where the program handles their absence.
    private(set) var members: Set<String> = []
    private(set) var allMembers: Set<String> = []
    /// Variables, without their dollar signs.
    private(set) var variables: Set<String> = []
    /// All other names: functions, and members of objects that the program creates.
    private(set) var names: Set<String> = []

    init(_ text: String) {
        var rest = text[...]
        var last: Character = " "
        while let character = rest.first {
            rest.removeFirst()
            switch character {
            case "#": rest = rest.drop { $0 != "\n" }
            case "\"":
                let string = Self.string(&rest)
                if last == "." || last == "[" { add(string, before: rest) }
            case _ where Self.isPartOfName(character) && !character.isNumber:
                let name = String(character) + rest.prefix(while: Self.isPartOfName)
                rest = rest.drop(while: Self.isPartOfName)
                if last == "." { add(name, before: rest) } else if last == "$" { variables.insert(name) } else { names.insert(name) }
            default: break
            }
            last = character
        }
    }

    /// The step words that the program uses.
    var words: [StepWord] { StepWord.allCases.filter { variables.contains($0.rawValue) || $0.isBare && names.contains($0.rawValue) } }

    /// Members that must occur somewhere in a state for the program to make sense.
    var requiredMembers: [String] {
        // These functions create objects from other data, with their own members.
        if !names.isDisjoint(with: ["match", "capture", "fromjson", "env", "input", "inputs", "from_entries"]) { return [] }
        if variables.contains("ENV") || variables.contains("__loc__") { return [] }
        let pairs: Set = names.isDisjoint(with: ["to_entries", "with_entries"]) ? [] : ["key", "value"]
        return members.subtracting(names).subtracting(pairs).sorted()
    }

    private mutating func add(_ name: String, before rest: Substring) {
        allMembers.insert(name)
        let next = rest.drop { $0 == " " || $0 == "]" }
        let isAssigned = next.hasPrefix("=") && !next.hasPrefix("==") || next.hasPrefix("|=") || next.hasPrefix("+=")
        if !next.hasPrefix("?"), !next.hasPrefix("//"), !isAssigned { members.insert(name) }
    }

    private static func isPartOfName(_ character: Character) -> Bool {
        character == "_" || character.isASCII && (character.isLetter || character.isNumber)
    }

    /// The string after its opening quote; `\(…)` interpolations count as part of its text.
    private static func string(_ rest: inout Substring) -> String {
        var text = ""
        while let character = rest.popFirst(), character != "\"" {
            if character == "\\", let next = rest.popFirst() { text.append(next) } else { text.append(character) }
        }
        return text
    }
}
