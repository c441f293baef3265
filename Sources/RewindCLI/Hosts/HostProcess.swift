import RewindCapture
import RewindControl
import RewindFormat
import RewindReplay
import RewindSystem
import RewindValue
import Synchronization

/// A running host: a process that runs an app's reducer.
///
/// Use it from one thread at a time.
final class HostProcess {
    /// How it described itself.
    private(set) var info = HostInfo(stores: [])
    private let command: HostCommand
    private let child: PipedChild
    private let errors: LastWords
    private var lastID = 0

    /// The environment that a host starts in.
    enum Surroundings {
        case ours
        /// Another locale and time zone, and none of our variables but those that find programs and libraries.
        case others
    }

    /// Why there was no answer to a request.
    enum Failure: Error {
        case refused(ControlError)
        /// Its process ended, or did not answer in time.
        case crashed(ReducerCrash)
        /// It is no host.
        case unusable(HostError)
    }

    /// Starts a host, and asks what it is.
    ///
    /// - Throws: ``HostError`` if it can't be started, or is no host that this command can use.
    init(_ command: HostCommand, in surroundings: Surroundings = .ours) throws(HostError) {
        self.command = command
        let errors = LastWords()
        self.errors = errors
        // The runtime's own backtrace takes longer than everything else, and waits for a key on a terminal.
        var variables = SwiftBacktrace.isDecided ? [:] : [SwiftBacktrace.variable: "enable=no"]
        if surroundings == .others {
            let locale = SystemFacts.environment("LC_ALL") ?? SystemFacts.environment("LANG") ?? ""
            variables["LC_ALL"] = locale.hasPrefix("tr") ? "fr_FR.UTF-8" : "tr_TR.UTF-8"
            variables["LANG"] = variables["LC_ALL"]
            variables["TZ"] = SystemFacts.environment("TZ") == "Asia/Kathmandu" ? "America/St_Johns" : "Asia/Kathmandu"
        }
        do throws(ChildError) {
            child = try PipedChild(
                shell: command.line, environment: variables, inherits: { surroundings == .ours || Self.isNeeded($0) },
                errors: { errors.add($0) })
        } catch { throw HostError(command, "can't be started: \(error.reason)") }
        StopRequest.own?.whenMade(child.killing)
        do throws(Failure) {
            info = try call(GetHostInfo(), within: command.limits.start)
        } catch {
            child.end()
            switch error {
            case .refused(let error): throw HostError(command, "is no host: to \(GetHostInfo.name) it answers: \(error.message)")
            case .crashed(let how): throw HostError(command, "is no host, or does not start: \(how.words)")
            case .unusable(let error): throw error
            }
        }
        guard info.version == HostInfo.protocolVersion else {
            child.end()
            throw HostError(
                command,
                "speaks version \(info.version) of the protocol of hosts, and this command version \(HostInfo.protocolVersion): build both with the same version of Rewind"
            )
        }
        if info.stores.isEmpty {
            child.end()
            throw HostError(command, "has no store: add the app's reducer with host.add(from:actions:reduce:)")
        }
    }

    /// Whether a program needs a variable to run at all.
    private static func isNeeded(_ name: String) -> Bool {
        name == "PATH" || name.hasPrefix("LD_") || name.hasPrefix("DYLD_") || name.hasPrefix("PYTHON")
    }

    func end() { child.end() }

    func call<Method: ControlMethod>(_ method: Method) throws(Failure) -> Method.Answer {
        try call(method, within: command.limits.answer)
    }

    private func call<Method: ControlMethod>(_ method: Method, within limit: Duration) throws(Failure) -> Method.Answer {
        let parameters: JSONValue
        do { parameters = try JSONValue(encoding: method) } catch { throw .unusable(HostError(command, "can't be asked: \(error)")) }
        let answer = try answer(to: send(Method.name) { parameters.write(into: &$0) }, within: limit)
        do { return try answer.decode() } catch {
            throw .unusable(HostError(command, "answers \(Method.name) with something else: \(DecodingProblem(error).text)"))
        }
    }

    /// Makes the host reduce actions, from a state or from the one that it reached.
    func reduce(_ store: StoreInHost, from state: JSONValue? = nil, _ steps: ArraySlice<Step>) throws(Failure) -> JSONValue {
        try answer(to: send(store, from: state, steps))
    }

    /// Sends actions to reduce; ``answer(to:)`` has what they came to, and is asked in the order of what was sent.
    ///
    /// - Returns: the number of the request.
    func send(_ store: StoreInHost, from state: JSONValue? = nil, _ steps: ArraySlice<Step>) -> Int {
        send(ReduceLines.name) { Self.write(store, from: state, steps, into: &$0) }
    }

    func answer(to request: Int) throws(Failure) -> JSONValue { try answer(to: request, within: command.limits.answer) }

    /// Sends an action to reduce as soon as a debugger has the host, and waits for nothing.
    func postOnceTraced(_ store: StoreInHost, _ step: Step, process: Int) {
        child.post(message(ReduceLines.name) { Self.write(store, from: nil, [step][...], into: &$0) }, onceTraced: process)
    }

    /// The parameters of `host.reduce`.
    private static func write(_ store: StoreInHost, from state: JSONValue?, _ steps: ArraySlice<Step>, into bytes: inout [UInt8]) {
        bytes += #"{"store":"#.utf8
        JSONValue.string(store.name).write(into: &bytes)
        if let version = store.recordedVersion { bytes += #","version":\#(version)"#.utf8 }
        if let state {
            bytes += #","state":"#.utf8
            state.write(into: &bytes)
        }
        bytes += #","lines":["#.utf8
        var isFirst = true
        for line in steps.lazy.compactMap(\.line) {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            ActionLine.writeHead(step: line.step, time: line.time, into: &bytes)
            line.writeMembers(into: &bytes)
        }
        bytes += "]}".utf8
    }

    private func message(_ method: String, parameters write: (inout [UInt8]) -> Void) -> [UInt8] {
        lastID += 1
        var message = Array(#"{"jsonrpc":"2.0","id":\#(lastID),"method":"\#(method)","params":"#.utf8)
        write(&message)
        return message + "}\n".utf8
    }

    private func send(_ method: String, parameters write: (inout [UInt8]) -> Void) -> Int {
        child.send(message(method, parameters: write))
        return lastID
    }

    private func answer(to request: Int, within limit: Duration) throws(Failure) -> JSONValue {
        var foreign = 0
        while true {
            switch child.nextLine(within: limit) {
            case .line(let line):
                // A notification, as of a host that tells how far it is, is no answer.
                guard case .response(let id, let result)? = try? ControlMessage(parsing: Array(line)) else {
                    foreign += 1
                    if foreign > 100 || !Self.isMessage(line) { throw .unusable(rubbish(line)) }
                    continue
                }
                guard id == .number(JSONNumber(request)) else { throw .unusable(rubbish(line)) }
                do throws(ControlError) { return try result.get() } catch { throw .refused(error) }
            case .silence:
                child.end(within: .zero)
                throw .crashed(errors.crash(.silence(limit.milliseconds)))
            case .end:
                let left = child.rest
                let exit = child.end(within: .seconds(2))
                if !left.isEmpty { throw .unusable(rubbish(left[...])) }
                throw .crashed(errors.crash(exit.how))
            }
        }
    }

    private static func isMessage(_ line: ArraySlice<UInt8>) -> Bool { (try? ControlMessage(parsing: Array(line))) != nil }

    private func rubbish(_ line: ArraySlice<UInt8>) -> HostError {
        let text = String(decoding: line.prefix(80), as: UTF8.self)
        return HostError(
            command,
            "wrote something to standard output that is no answer: '\(text)'. What the app prints has to go to standard error (RewindHost sees to that)",
            lastWords: errors.text)
    }
}

/// A host's store, for a recorded one.
struct StoreInHost {
    /// Its name in the host.
    let name: String
    /// The version of the recorded states, if the host's is a later one.
    var recordedVersion: Int?
}

/// Why a host can't be used.
struct HostError: Error, CustomStringConvertible {
    private let command: String
    private let reason: String
    private let lastWords: String?

    init(_ command: HostCommand, _ reason: String, lastWords: String? = nil) {
        (self.command, self.reason, self.lastWords) = (command.words, reason, lastWords)
    }

    var description: String {
        "the host '\(command)' \(reason)." + (lastWords.map { " Its last words: \($0)" } ?? "")
    }
}

/// The end of what a host writes to standard error.
private final class LastWords: Sendable {
    private let tail = Mutex(Tail())

    func add(_ bytes: ArraySlice<UInt8>) { tail.withLock { $0.append(bytes) } }

    private var bytes: [UInt8] { tail.withLock(\.bytes) }

    /// The reason of a crash as Swift prints it.
    private var reason: CrashReason? { StandardErrorText(bytes, level: .everything).reason }

    private var lastLine: String? {
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        return lines.last { !$0.allSatisfy(\.isWhitespace) }.map { String($0.prefix(300)) }
    }

    /// The reason of a crash, or else the last line; `nil` if nothing was written.
    var text: String? { reason?.words ?? lastLine }

    /// An end of the process, with what it said.
    func crash(_ how: ReducerCrash.How) -> ReducerCrash {
        let reason = reason
        return ReducerCrash(how, reason: reason, lastLine: reason == nil ? lastLine : nil)
    }
}

extension ChildProcess.Exit {
    /// How a host ended.
    fileprivate var how: ReducerCrash.How {
        switch self {
        case .status(let status): SignalName.signal(ofShellStatus: status).map { .signal(SignalName.name($0)) } ?? .exit(Int(status))
        case .signal(let signal): .signal(SignalName.name(signal))
        }
    }
}

extension Duration {
    fileprivate var milliseconds: Int { Int(components.seconds) * 1_000 + Int(components.attoseconds / 1_000_000_000_000_000) }
}
