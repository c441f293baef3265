import ArgumentParser
import RewindFormat
import RewindRedaction
import RewindValue

/// The options that add rules to those of the recorder.
struct RedactionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("A word that makes a key secret, such as 'email' or 'user name'; may be given several times.", valueName: "word")
    )
    var key: [String] = []

    @Option(
        help: ArgumentHelp(
            "A place in actions and states that is secret, such as /users/*/notes or .users[*].notes; may be given several times.",
            valueName: "pointer"))
    var path: [String] = []

    func validate() throws {
        if let wrong = path.first(where: { Self.pattern($0) == nil }) {
            throw ValidationError("'\(wrong)' is not a path: write /users/*/notes or .users[*].notes, with * for any index or key")
        }
        if key.contains(where: { $0.allSatisfy { !$0.isLetter } }) { throw ValidationError("--key takes words of letters") }
    }

    /// Parses a path in either syntax as a pattern; `nil` if it is not a path.
    private static func pattern(_ text: String) -> PointerPattern? {
        text.isEmpty || text == "." ? nil : try? PointerPattern(argument: text)
    }

    var isEmpty: Bool { key.isEmpty && path.isEmpty }

    /// The recorder's rules and these.
    var rules: RedactionRules {
        var rules = RedactionRules.default
        rules.keys += key.map { $0.lowercased() }
        rules.pointers = path.compactMap(Self.pattern)
        return rules
    }

    /// The options that found nothing, perhaps because they were mistyped.
    func unmatched(in report: RedactionReport) -> [String] {
        let counts = report.counts
        return key.filter { counts[RuleName(.key, $0.lowercased()).description] == nil }.map { "--key \($0)" }
            + path.filter { Self.pattern($0).map { counts[RuleName(.path, $0.description).description] == nil } ?? true }.map {
                "--path \($0)"
            }
    }
}

/// How much a new recording keeps, for a person to whom it is sent.
enum KeptLevel: String, ExpressibleByArgument, CaseIterable {
    case secrets, masked

    var level: RedactionLevel { self == .masked ? .masked : .secrets }
}
