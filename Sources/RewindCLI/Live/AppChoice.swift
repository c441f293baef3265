import ArgumentParser
import RewindLive
import RewindRendering
import RewindReplay
import RewindSystem

/// Which of the running apps is meant: by its URL, its name or its process, or the only one that there is.
enum AppChoice {
    /// The help on the argument.
    static let help = "The URL that the app printed, its name or the number of its process; by default the only app that runs."

    /// The address of an app.
    ///
    /// - Parameters:
    ///   - text: what was given.
    ///   - question: what is asked where several fit, without a question mark.
    ///   - isTaken: whether an app is none of those to choose from, since it is given elsewhere.
    /// - Throws: `LiveError` if a URL is none or there is no such app; `ValidationError` if there are several.
    static func address(
        _ text: String?, asking question: String = "which one", but isTaken: (RunningApp) -> Bool = { _ in false }
    ) throws -> LiveAddress {
        if let text, text.contains("://") { return try LiveAddress(parsing: text) }
        let all = RunningApp.all()
        var fitting = text.map { text in all.filter { $0.app.lowercased() == text.lowercased() || String($0.process) == text } } ?? all
        if fitting.isEmpty { throw nothing(text, among: all) }
        if fitting.count > 1, fitting.contains(where: { !isTaken($0) }) { fitting.removeAll(where: isTaken) }
        if fitting.count == 1 { return try LiveAddress(parsing: fitting[0].url) }
        guard StandardStream.input.isTerminal, StandardStream.output.isTerminal else {
            let words = fitting.map { "\($0.app) \($0.process)" }.joined(separator: ", ")
            throw ValidationError("\(fitting.count) apps are running: name one by its process or its URL (\(words))")
        }
        return try LiveAddress(parsing: try ask(question, fitting).url)
    }

    /// Has the person choose.
    private static func ask(_ question: String, _ apps: [RunningApp]) throws -> RunningApp {
        let now = SystemFacts.wallNanoseconds()
        for (number, app) in apps.enumerated() {
            let age = TimeText.duration(max(0, now - app.started))
            StandardOutput.show("  \(number + 1)  \(TerminalText.escaped(app.app))  process \(app.process), for \(age)\n")
        }
        var prompt = Prompt()
        while let line = prompt.line(after: "\(question)? [1] ", isLeftByInterrupt: true) {
            let text = line.split(separator: " ").first.map(String.init) ?? "1"
            if ["q", "quit"].contains(text) { break }
            if let number = Int(text), apps.indices.contains(number - 1) { return apps[number - 1] }
            if let app = apps.first(where: { String($0.process) == text }) { return app }
            Diagnostics.say("'\(line)' is none of 1 to \(apps.count)")
        }
        throw ExitStatus.no
    }

    private static func nothing(_ text: String?, among all: [RunningApp]) -> LiveError {
        if let text, !all.isEmpty {
            let others = all.map { "\($0.app) \($0.process)" }.joined(separator: ", ")
            return LiveError(.unreachable, "no running app is '\(text)', only: \(others)")
        }
        return LiveError(
            .unreachable,
            "no app of yours that can be reached is running on this machine"
                + (text.map { ", so none is '\($0)'" } ?? "")
                + ". An app opens itself with: Task { try await store.goLive(recorder) }. "
                + "For one on another machine, give the URL that it printed")
    }
}
