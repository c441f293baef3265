import ArgumentParser
import RewindControl
import RewindFormat
import RewindJournal
import RewindLive
import RewindRendering
import RewindReplay
import RewindSystem

/// Which of the running apps is meant: by its URL, its name or its process, or the only one that there is.
enum AppChoice {
    /// The help on the argument.
    static let help =
        "The app's name, the number of its process, its URL, or a file that holds its URL; by default the only app that runs."

    /// An endpoint of a running app.
    private struct Candidate {
        let app: RunningApp
        /// The stores that it serves; `nil` where nobody has asked, and where it does not answer.
        var stores: [String]?
        /// Whether the app has other endpoints to choose from, so that its process does not say which one is meant.
        var isOneOfSeveral = false

        /// The app, and its endpoint where the app has another one.
        var title: String {
            let name = "\(app.app) \(app.process)"
            guard isOneOfSeveral, let address = try? LiveAddress(parsing: app.url) else { return name }
            return name + (storeList.map { " with \($0)" } ?? "") + " at \(address.host):\(address.port)"
        }

        /// The stores that it serves, in words; `nil` where that is not known, or nothing that distinguishes it.
        var storeList: String? {
            guard isOneOfSeveral, let stores, !stores.isEmpty else { return nil }
            return stores.joined(separator: " and ")
        }
    }

    /// The address of an app.
    ///
    /// - Parameters:
    ///   - text: what was given.
    ///   - store: the store that is meant, if one was named: of several endpoints, one that serves it.
    ///   - question: what is asked where several fit, without a question mark.
    ///   - isTaken: whether an app is none of those to choose from, since it is given elsewhere.
    /// - Throws: `LiveError` if a URL is none or there is no such app; `ValidationError` if there are several; ``NegativeAnswer`` if none of
    ///   several serves the store.
    static func address(
        _ text: String?, store: String? = nil, asking question: String = "which one", but isTaken: (RunningApp) -> Bool = { _ in false }
    ) throws -> LiveAddress {
        if let text, text.contains("://") { return try address(ofURL: text) }
        let all = RunningApp.all()
        var fitting = text.map { text in all.filter { $0.app.lowercased() == text.lowercased() || String($0.process) == text } } ?? all
        if fitting.isEmpty, let text, let kind = FileSystem.kind(of: text), kind != .directory { return try address(inFile: text) }
        if fitting.isEmpty { throw nothing(text, among: all) }
        if fitting.count > 1, fitting.contains(where: { !isTaken($0) }) { fitting.removeAll(where: isTaken) }
        let candidates = try candidates(fitting, store: store)
        if candidates.count == 1 { return try LiveAddress(parsing: candidates[0].app.url) }
        guard StandardStream.input.isTerminal, StandardStream.output.isTerminal else {
            let what = candidates.contains(where: \.isOneOfSeveral) ? "endpoints of running apps are open" : "apps are running"
            throw ValidationError(
                "\(candidates.count) \(what): "
                    + "name one by its \(ways(to: candidates, store: store)) (\(candidates.map(\.title).joined(separator: ", ")))")
        }
        return try LiveAddress(parsing: try ask(question, candidates).url)
    }

    /// The address of an app, once there is one: it is waited for as long as none fits.
    ///
    /// - Parameter waits: whether it is waited for.
    static func address(_ text: String?, store: String?, waits: Bool) throws -> LiveAddress {
        var isTold = false
        while true {
            do {
                return try address(text, store: store)
            } catch let error as LiveError where waits && error.code == .unreachable {
                if !isTold { Diagnostics.say("\(error.message); waiting for it (C-c ends)") }
                isTold = true
                idle(for: .milliseconds(200))
            }
        }
    }

    /// An app of the same name that was started after one had ended; `nil` as long as there is none.
    static func successor(of app: AppInfo) -> RunningApp? {
        RunningApp.all().first { $0.app == app.app && $0.process != app.process }
    }

    /// Waits until an app that has ended runs again.
    static func wait(forSuccessorOf app: AppInfo) throws -> LiveAddress {
        Diagnostics.say("waiting until \(app.app) is started again (C-c ends)")
        while true {
            if let next = successor(of: app) { return try LiveAddress(parsing: next.url) }
            idle(for: .milliseconds(200))
        }
    }

    // MARK: By URL

    /// The address that a URL says, with the token from elsewhere if it lacks it: who lists the machine's processes sees what a command was given.
    private static func address(ofURL text: String) throws -> LiveAddress {
        if text.contains("token=") { return try LiveAddress(parsing: text) }
        var address = try LiveAddress(parsing: text, defaultToken: "unknown")
        let known = RunningApp.all().lazy.compactMap { try? LiveAddress(parsing: $0.url) }.first { app in
            app.port == address.port && (app.host == address.host || address.isLoopback)
        }
        guard let token = known?.token ?? SystemFacts.environment("REWIND_TOKEN") ?? askForToken(of: address), !token.isEmpty else {
            throw LiveError(
                .badAddress, "the token of \(address.withoutToken) is not known: no running app of yours on this machine has that URL",
                advice: "Set REWIND_TOKEN to the token that the app printed, or name a file that holds the whole URL")
        }
        address.token = token
        return address
    }

    /// The address that the first line of a file says.
    private static func address(inFile path: String) throws -> LiveAddress {
        let line = try TextInput.read(path).split(whereSeparator: \.isWhitespace).first { $0.contains("://") }
        guard let line else {
            throw LiveError(
                .badAddress, "the file \(path) holds no URL of a running app", advice: "Copy into it the whole URL that the app printed")
        }
        return try address(ofURL: String(line))
    }

    /// The token that a person types or pastes, unseen; `nil` where nobody can be asked.
    private static func askForToken(of address: LiveAddress) -> String? {
        guard StandardStream.input.isTerminal, let settings = TerminalSettings() else { return nil }
        settings.withoutEcho.apply()  // first: whoever sees the question may answer at once
        _ = StandardStream.error.write("token of \(address.withoutToken): ".utf8)
        let line = readLine()
        settings.apply()
        _ = StandardStream.error.write("\n".utf8)
        return line.map { String($0.split(whereSeparator: \.isWhitespace).last ?? "") }
    }

    /// That an app is still recording, with what helps at once where the app can be reached.
    static func advised(_ error: RecordingError) -> RecordingError {
        let directory = error.path.map(FileSystem.absolutePath)
        let app = RunningApp.all().first { $0.directory != nil && $0.directory == directory }
        var error = error
        let save = app.map { "make a file of what it has recorded so far: rewind connect \($0.process) --save bug.rewind" }
        error.advice = "Wait until the app has ended, or \(save ?? "end it, and try again"). 'rewind ticket' takes what is there so far"
        return error
    }

    // MARK: Several endpoints of one process

    private static func hasTwins(_ apps: [RunningApp]) -> Bool { Set(apps.map(\.process)).count < apps.count }

    /// The apps to choose from: those that serve the store, if one was named.
    private static func candidates(_ apps: [RunningApp], store: String?) throws -> [Candidate] {
        guard apps.count > 1, store != nil || hasTwins(apps) else { return apps.map { Candidate(app: $0) } }
        var candidates = apps.map { Candidate(app: $0, stores: stores(of: $0)) }
        if let store {
            let serving = candidates.filter { $0.stores?.contains(store) == true }
            // One that does not answer may be the one; whoever takes it is told that it does not.
            candidates = serving.isEmpty ? candidates.filter { $0.stores == nil } : serving
            if candidates.isEmpty { throw NegativeAnswer(description: "no running app serves a store '\(store)'") }
        }
        let processes = candidates.map(\.app.process)
        for index in candidates.indices {
            candidates[index].isOneOfSeveral = processes.count { $0 == candidates[index].app.process } > 1
        }
        return candidates
    }

    /// The names of the stores that an app serves; `nil` if it does not answer.
    private static func stores(of app: RunningApp) -> [String]? {
        guard let address = try? LiveAddress(parsing: app.url) else { return nil }
        var options = LiveClient.Options()
        (options.reconnects, options.connectTime, options.answerTime) = (false, .seconds(5), .seconds(5))
        let client = LiveClient(address, options: options)
        let info = try? runToEnd {
            let info = try await client.connect()
            await client.close()
            return info
        }
        return info?.stores.map(\.name)
    }

    /// By what one of several can be named.
    private static func ways(to candidates: [Candidate], store: String?) -> String {
        func isOnceIn<Value: Hashable>(_ values: [Value]) -> Bool { Set(values).contains { value in values.count { $0 == value } == 1 } }
        var ways: [String] = []
        if isOnceIn(candidates.map(\.app.process)) { ways.append("process") }
        if store == nil, isOnceIn(candidates.flatMap { $0.stores ?? [] }) { ways.append("store (--store)") }
        return (ways + ["URL"]).joined(separator: " or its ")
    }

    /// Has the person choose.
    private static func ask(_ question: String, _ candidates: [Candidate]) throws -> RunningApp {
        let now = SystemFacts.wallNanoseconds()
        for (number, candidate) in candidates.enumerated() {
            let app = candidate.app
            let age = TimeText.duration(max(0, now - app.started))
            let stores = candidate.storeList.map { ", with \($0)" } ?? ""
            StandardOutput.show("  \(number + 1)  \(TerminalText.escaped(app.app + stores))  process \(app.process), for \(age)\n")
        }
        var prompt = Prompt()
        while let line = prompt.line(after: "\(question)? [1] ", isLeftByInterrupt: true) {
            let text = line.split(separator: " ").first.map(String.init) ?? "1"
            if ["q", "quit"].contains(text) { break }
            if let number = Int(text), candidates.indices.contains(number - 1) { return candidates[number - 1].app }
            let named = candidates.filter { String($0.app.process) == text || $0.stores?.contains(text) == true }
            if named.count == 1 { return named[0].app }
            Diagnostics.say("'\(line)' is none of 1 to \(candidates.count)")
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
