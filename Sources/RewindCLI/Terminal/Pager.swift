import RewindSystem

/// The pager for output that is longer than the screen, chosen as in git.
struct Pager {
    /// The shell command that runs it.
    let line: String
    /// Additional environment variables for it.
    let environment: [String: String]
    var isAtPrompt = false

    /// The pager that the environment names: REWIND_PAGER, PAGER, else less if it is installed; `nil` if none is wanted, or standard output
    /// is not a capable terminal.
    static func wanted() -> Pager? {
        guard StandardStream.output.isTerminal, !isDumbTerminal() else { return nil }
        let name = ["REWIND_PAGER", "PAGER"].first(where: SystemFacts.hasEnvironment)
        // An empty value disables the pager.
        guard let line = name.map({ SystemFacts.environment($0) ?? "cat" }) ?? (isInstalled("less") ? "less" : nil), line != "cat" else {
            return nil
        }
        // Quit if the text fits, show colours, and leave the text on the screen: the settings that git uses for less and lv.
        let defaults = ["LESS": "FRX", "LV": "-c"].filter { !SystemFacts.hasEnvironment($0.key) }
        return Pager(line: line, environment: defaults)
    }

    private static func isInstalled(_ program: String) -> Bool {
        (SystemFacts.environment("PATH") ?? "").split(separator: ":").contains { FileSystem.kind(of: "\($0)/\(program)") == .file }
    }
}
