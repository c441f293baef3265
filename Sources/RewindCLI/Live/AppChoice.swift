import ArgumentParser
import RewindControl
import RewindFormat
import RewindLive
import RewindRendering
import RewindReplay
import RewindSystem

/// Chooses a running app: by its URL, its name or its process, or the only one that is running.
enum AppChoice {
    /// The help for the argument.
    static let help =
        "The app's name, the number of its process, its URL, or a file that holds its URL; by default the only app that runs."

    /// An endpoint of a running app.
    private struct Candidate {
        let app: RunningApp
        /// The stores that the endpoint serves; `nil` if it was not asked or does not answer.
        var stores: [String]?
        /// Whether the app has several endpoints, so that its process does not identify one.
        var isOneOfSeveral = false

        /// The app's name and process, with the endpoint if there are several.
        var title: String {
            let name = "\(app.app) \(app.process)"
            guard isOneOfSeveral, let address = try? LiveAddress(parsing: app.url) else { return name }
            return name + (storeList.map { " with \($0)" } ?? "") + " at \(address.host):\(address.port)"
        }

        /// The stores that the endpoint serves, in words; `nil` if they are unknown or do not distinguish it.
        var storeList: String? {
            guard isOneOfSeveral, let stores, !stores.isEmpty else { return nil }
            return stores.joined(separator: " and ")
        }
    }

    /// Returns the address of an app.
    ///
    /// - Parameters:
    ///   - text: the argument.
    ///   - store: the name of a store, which selects an endpoint that serves it.
    ///   - question: the question to ask if several apps match, without a question mark.
    ///   - isTaken: whether an app is excluded because it was given elsewhere.
    /// - Throws: `LiveError` if a URL is invalid or no app matches; `ValidationError` if several match; ``NegativeAnswer`` if none of
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

    /// Returns the address of an app, waiting until one matches.
    ///
    /// - Parameter waits: whether to wait.
    static func address(_ text: String?, store: String?, waits: Bool) throws -> LiveAddress {
        var isReported = false
        while true {
            do {
                return try address(text, store: store)
            } catch let error as LiveError where waits && error.code == .unreachable {
                if !isReported { Diagnostics.say("\(error.message); waiting for it (C-c ends)") }
                isReported = true
                idle(for: .milliseconds(200))
            }
        }
    }

    /// An app with the same name that was started since a connection to another one was made; `nil` if no such app runs yet.
    ///
    /// - Parameter moment: nanoseconds since 1970; what ran then already is another app.
    static func successor(of app: AppInfo, since moment: Int) -> RunningApp? {
        RunningApp.all().first { $0.app == app.app && $0.process != app.process && $0.started > moment }
    }

    /// Waits until an app that has ended is started again.
    static func wait(forSuccessorOf app: AppInfo, since moment: Int) throws -> LiveAddress {
        Diagnostics.say("waiting until \(app.app) is started again (C-c ends)")
        while true {
            if let next = successor(of: app, since: moment) { return try LiveAddress(parsing: next.url) }
            idle(for: .milliseconds(200))
        }
    }

    // MARK: By URL

    /// The address in a URL; a missing token is taken from elsewhere, because the machine's process list shows a command's arguments.
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

    /// The address in the first line of a file.
    private static func address(inFile path: String) throws -> LiveAddress {
        let line = try TextInput.read(path).split(whereSeparator: \.isWhitespace).first { $0.contains("://") }
        guard let line else {
            throw LiveError(
                .badAddress, "the file \(path) holds no URL of a running app", advice: "Copy into it the whole URL that the app printed")
        }
        return try address(ofURL: String(line))
    }

    /// Asks for the token without echo; `nil` if there is no terminal to ask on.
    private static func askForToken(of address: LiveAddress) -> String? {
        guard StandardStream.input.isTerminal, let settings = TerminalSettings() else { return nil }
        settings.withoutEcho.apply()  // set first, because the user may answer as soon as the question appears
        _ = StandardStream.error.write("token of \(address.withoutToken): ".utf8)
        let line = readLine()
        settings.apply()
        _ = StandardStream.error.write("\n".utf8)
        return line.map { String($0.split(whereSeparator: \.isWhitespace).last ?? "") }
    }

    /// The error that an app is still recording, with advice if the app can be reached.
    static func advised(_ error: RecordingError) -> RecordingError {
        let directory = error.path.map(FileSystem.absolutePath)
        let app = RunningApp.all().first { $0.directory != nil && $0.directory == directory }
        var error = error
        let save = app.map { "make a file of what it has recorded so far: rewind connect \($0.process) --save bug.rewind" }
        error.advice = "Wait until the app has ended, or \(save ?? "end it, and try again"). 'rewind ticket' takes what is there so far"
        return error
    }

    // MARK: Several endpoints of one process

    /// The candidates: apps that serve the store, if one was named.
    private static func candidates(_ apps: [RunningApp], store: String?) throws -> [Candidate] {
        guard apps.count > 1, store != nil || Set(apps.map(\.process)).count < apps.count else { return apps.map { Candidate(app: $0) } }
        var candidates = apps.map { Candidate(app: $0, stores: stores(of: $0)) }
        if let store {
            let serving = candidates.filter { $0.stores?.contains(store) == true }
            // An endpoint that does not answer may still be the right one; if it is chosen, the user is told that it does not answer.
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
        let info = try? runBlocking {
            let info = try await client.connect()
            await client.close()
            return info
        }
        return info?.stores.map(\.name)
    }

    /// Ways to name one of several candidates.
    private static func ways(to candidates: [Candidate], store: String?) -> String {
        func isOnceIn<Value: Hashable>(_ values: [Value]) -> Bool { Set(values).contains { value in values.count { $0 == value } == 1 } }
        var ways: [String] = []
        if isOnceIn(candidates.map(\.app.process)) { ways.append("process") }
        if store == nil, isOnceIn(candidates.flatMap { $0.stores ?? [] }) { ways.append("store (--store)") }
        return (ways + ["URL"]).joined(separator: " or its ")
    }

    /// Asks the user to choose.
    private static func ask(_ question: String, _ candidates: [Candidate]) throws -> RunningApp {
        let now = SystemFacts.wallNanoseconds()
        for (number, candidate) in candidates.enumerated() {
            let app = candidate.app
            let age = TimeText.duration(max(0, now - app.started))
            let stores = candidate.storeList.map { ", with \($0)" } ?? ""
            StandardOutput.show("  \(number + 1)  \(TerminalText.escaped(app.app + stores))  process \(app.process), for \(age)\n")
        }
        while let line = Prompt.line(after: "\(question)? [1] ") {
            let text = line.split(separator: " ").first.map(String.init) ?? "1"
            if ["q", "quit"].contains(text) { break }
            if let number = Int(text), candidates.indices.contains(number - 1) { return candidates[number - 1].app }
            let named = candidates.filter { String($0.app.process) == text || $0.stores?.contains(text) == true }
            if named.count == 1 { return named[0].app }
            Diagnostics.say("'\(line)' is not a number from 1 to \(candidates.count)")
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
