import RewindJournal
import RewindSystem

/// Which pager is wanted for output that is longer than the screen, as git decides it.
struct Pager {
    /// The line of shell that runs it.
    let line: String
    /// What it is told besides.
    let environment: [String: String]
    /// Whether there is a prompt to go back to.
    var isAtPrompt = false

    /// The pager that the environment names: REWIND_PAGER, PAGER, else less where there is one; `nil` if none is wanted, or standard output is
    /// no terminal that could show it.
    static func wanted() -> Pager? {
        guard StandardStream.output.isTerminal, !isDumbTerminal() else { return nil }
        let name = ["REWIND_PAGER", "PAGER"].first(where: SystemFacts.hasEnvironment)
        // An empty one means none.
        guard let line = name.map({ SystemFacts.environment($0) ?? "cat" }) ?? (isInstalled("less") ? "less" : nil), line != "cat" else {
            return nil
        }
        // Quit where it fits, colours, and leave the text on the screen: what git tells less and lv.
        let defaults = ["LESS": "FRX", "LV": "-c"].filter { !SystemFacts.hasEnvironment($0.key) }
        return Pager(line: line, environment: defaults)
    }

    private static func isInstalled(_ program: String) -> Bool {
        (SystemFacts.environment("PATH") ?? "").split(separator: ":").contains { FileSystem.kind(of: "\($0)/\(program)") == .file }
    }
}
