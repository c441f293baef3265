import ArgumentParser
import RewindDebugger
import RewindRendering
import RewindReplay
import RewindValue

/// A command for a running app, as a line at its prompt or an option of `rewind connect` says it.
enum LiveCommand {
    case dispatch(Action, edits: Bool = false, isForced: Bool = false)
    /// The types of actions that fit a pattern, or an action of a type.
    case actions(String)
    case get(JSONPointer)
    case set(JSONPointer, JSONValue)
    case edit(JSONPointer)
    case pause
    case resume(keeps: Bool)
    case follow(LogFilters)
    case mark(String)
    case save(String, overwrites: Bool = false)

    enum Action {
        /// The last one of a type.
        case last(String)
        /// An action, and its type if that was given.
        case json(JSONValue, type: String?)
    }

    /// Parses the arguments of a verb.
    ///
    /// - Throws: `PromptError` if they are not what the verb takes.
    init(_ verb: LiveVerb, _ rest: Substring) throws {
        switch verb {
        case .dispatch:
            var rest = rest
            let options = try Self.parseOptions(from: &rest)
            if rest.isEmpty { throw Self.lacking("action", verb) }
            self = .dispatch(
                try Action(parsing: rest), edits: options.contains("-e") || options.contains("--edit"),
                isForced: options.contains("--force"))
        case .actions: self = .actions(String(rest))
        case .get: self = .get(try Self.path(rest))
        case .set:
            var value = rest[...]
            guard let path = try TypedWord(parsingPrefixOf: &value) else { throw Self.lacking("path", verb) }
            if value.isEmpty { throw Self.lacking("value", verb) }
            self = .set(try Self.path(path.text[...]), try Self.value(value))
        case .edit: self = .edit(try Self.path(rest))
        case .pause: self = .pause
        case .resume:
            guard ["", "--keep"].contains(rest) else { throw PromptError("'resume' takes nothing but --keep") }
            self = .resume(keeps: rest == "--keep")
        case .follow:
            let words = try TypedWord.all(in: rest)
            do { self = .follow(try LogFilters.parse(words)) } catch { throw PromptError(LogFilters.message(for: error)) }
        case .mark:
            let words = rest.split(whereSeparator: \.isWhitespace)
            guard let name = words.first else { throw Self.lacking("name", verb) }
            if words.count > 1 {
                throw PromptError("a mark's name is one word, as in 'mark \(words.joined(separator: "-"))'")
            }
            self = .mark(String(name.hasPrefix(":") ? name.dropFirst() : name))
        case .save:
            var words = try TypedWord.all(in: rest)
            let overwrites = words.contains("--force")
            words.removeAll { $0 == "--force" }
            guard let file = words.first else { throw Self.lacking("file", verb) }
            if words.count > 1 { throw PromptError("'save' takes one file: a name with blanks needs quotes, as in 'a b.rewind'") }
            self = .save(file, overwrites: overwrites)
        }
    }

    /// Parses a path and a value, as in `.user.name="Ada"`.
    init(setting text: String) throws {
        guard let sign = text.firstIndex(of: "=") else {
            throw PromptError("--set takes a path and a value, as in '.user.name=\"Ada\"', not '\(text)'")
        }
        self = .set(try Self.path(text[..<sign]), try Self.value(text[text.index(after: sign)...]))
    }

    static func path(_ text: Substring) throws -> JSONPointer {
        let text = TypedWord.unquoted(text, from: ["'", "\""])
        if text.isEmpty || text == "." { return .root }
        guard let path = try TypedWord.place(in: text) else {
            if text.contains(" --") { throw PromptError.misplacedOption }
            throw PromptError("'\(text)' is not a path: write .cart.items[0] or /cart/items/0")
        }
        return path
    }

    private static func value(_ text: Substring) throws(PromptError) -> JSONValue {
        do { return try JSONValue(parsing: String(text)) } catch {
            throw PromptError("'\(text)' is not JSON: a text needs its quotes, as in \"Ada\"")
        }
    }

    private static func parseOptions(from rest: inout Substring) throws(PromptError) -> Set<Substring> {
        var options: Set<Substring> = []
        while let word = rest.split(maxSplits: 1, whereSeparator: \.isWhitespace).first, word.hasPrefix("-"),
            !word.dropFirst().allSatisfy(\.isNumber)
        {
            guard ["-e", "--edit", "--force"].contains(word) else {
                throw PromptError("there is no option '\(word)': the options are -e and --force")
            }
            options.insert(word)
            rest = rest[word.endIndex...].drop { $0.isWhitespace }
        }
        return options
    }

    private static func lacking(_ what: String, _ verb: LiveVerb) -> PromptError {
        PromptError("no \(what) given: the command is '\(verb.row.usage)'")
    }
}

extension LiveCommand.Action {
    /// Parses JSON, perhaps behind a type, as in `Cart/add {"add":{"_0":"tea"}}`; or a type.
    init(parsing text: Substring) throws {
        let words = text.split(maxSplits: 1, whereSeparator: \.isWhitespace)
        if let action = try Self.json(text) {
            self = .json(action, type: nil)
        } else if words.count == 2, let action = try Self.json(words[1]) {
            self = .json(action, type: String(words[0]))
        } else {
            self = .last(String(text))
        }
    }

    /// Parses JSON; `nil` for a plain word.
    private static func json(_ text: Substring) throws -> JSONValue? {
        guard let first = text.first, "{[\"".contains(first) || first.isNumber || first == "-" || ["null", "true", "false"].contains(text)
        else {
            return nil
        }
        return try JSONValue(parsing: String(text))
    }
}
