import RewindControl
import RewindFormat
import RewindLive
import RewindReplay
import RewindValue

/// Copies the state changes of one running app to others, step by step.
struct Mirror {
    private var leader: MirroredApp
    private var followers: [MirroredApp] = []
    private let store: String?
    private let folder: TemporaryDirectory
    /// Whether the next app becomes the leader when the leader ends.
    private let takesOver: Bool
    private let say: @Sendable (String) -> Void
    private let events: AsyncStream<Event>
    private let sink: AsyncStream<Event>.Continuation
    private var watching: [Task<Void, Never>] = []
    private var news: [Int: NewsText] = [:]
    private var count = 0
    /// The apps whose connection is temporarily lost.
    private var lost: Set<Int> = []

    private enum Event: Sendable {
        case grew(process: Int)
        case happened(LiveEvent, process: Int)
        /// It is time to update the followers that are behind.
        case tick
    }

    /// Connects to the apps; followers that don't fit are reported and left out.
    ///
    /// - Throws: as `LiveClient` does for the leader; ``NegativeAnswer`` if no app can follow.
    init(
        leader address: LiveAddress, followers addresses: [LiveAddress], store: String?, takesOver: Bool, folder: TemporaryDirectory,
        say: @escaping @Sendable (String) -> Void
    ) async throws {
        (self.store, self.takesOver, self.folder, self.say) = (store, takesOver, folder, say)
        (events, sink) = AsyncStream.makeStream()
        leader = try await MirroredApp(address, store: store, directory: folder.path + "/0.live")
        watch(leader)
        for address in addresses {
            count += 1
            let app: MirroredApp
            do {
                app = try await MirroredApp(address, store: store ?? leader.store.name, directory: "\(folder.path)/\(count).live")
            } catch let answer as NegativeAnswer {
                say("\(answer), so it does not follow")
                continue
            }
            if app.info.process == leader.info.process {
                say("\(app.title) does not follow: it leads")
            } else if let reason = app.refusal(of: leader) {
                say("\(app.title) does not follow \(leader.title): \(reason)")
                await app.client.close()
            } else {
                followers.append(app)
                watch(app)
            }
        }
        if followers.isEmpty { throw NegativeAnswer(description: "no app can follow \(leader.title)") }
    }

    private mutating func watch(_ app: MirroredApp) {
        let (process, client, sink) = (app.info.process, app.client, sink)
        news[process] = NewsText()
        watching.append(Task { for await _ in client.growth { sink.yield(.grew(process: process)) } })
        watching.append(Task { for await event in client.events { sink.yield(.happened(event, process: process)) } })
    }

    /// Mirrors until the task is cancelled, or no app is left.
    mutating func run() async throws {
        let sink = sink
        watching.append(
            Task {
                while !Task.isCancelled {
                    try? await Task.sleep(for: .seconds(1))
                    sink.yield(.tick)
                }
            })
        defer { for task in watching { task.cancel() } }
        say("\(followers.map(\.title).joined(separator: ", ")) \(followers.count == 1 ? "follows" : "follow") \(leader.titleWithStore)")
        await catchUp()
        for await event in events {
            switch event {
            case .grew(let process) where process == leader.info.process: await pass(try leader.readChanges())
            case .grew(let process):
                // The follower's own recording is read as well, because it may become the leader.
                if let place = followers.firstIndex(where: { $0.info.process == process }) { try followers[place].readChanges() }
            case .happened(let event, let process): try await handle(event, of: process)
            case .tick:
                if followers.contains(where: \.isBehind) { await catchUp() }
                if isWaiting { try await lookForLeader() }
            }
            if followers.isEmpty, !isWaiting { throw NegativeAnswer(description: "no follower is left") }
        }
    }

    // MARK: States

    /// Passes the leader's changes to the followers.
    private mutating func pass(_ patch: JSONPatch?) async {
        guard let patch else {
            for place in followers.indices { followers[place].isBehind = true }
            return await catchUp()
        }
        if patch.isEmpty { return }
        for place in followers.indices where !followers[place].isBehind {
            do {
                try await followers[place].apply(patch, from: leader.title)
                for complaint in followers[place].drainComplaints() { say(complaint) }
            } catch {
                followers[place].isBehind = true  // it has changed by itself, is paused, or can't be reached
            }
        }
        if followers.contains(where: \.isBehind) { await catchUp() }
    }

    /// Sends the whole state to the followers that are behind.
    private mutating func catchUp() async {
        guard let state = leader.state else { return }
        for place in followers.indices where followers[place].isBehind {
            do {
                try await followers[place].setState(state, from: leader.title)
            } catch let error as ControlError where error.code != .locked {
                say("\(followers[place].title) does not take the state: \(error.message)")
            } catch {}  // retried after a second
            for complaint in followers[place].drainComplaints() { say(complaint) }
        }
    }

    // MARK: Who leads

    /// Whether there is no leader.
    private var isWaiting = false

    private mutating func handle(_ event: LiveEvent, of process: Int) async throws {
        let isLeader = process == leader.info.process
        let title = isLeader ? leader.title : followers.first { $0.info.process == process }?.title
        if let title, let sentence = news[process]?.sentence(event) { say("\(title): \(sentence)") }
        switch event {
        case .connected where lost.remove(process) == nil: break  // first connection
        case .connected, .skipped:
            if isLeader { for place in followers.indices { followers[place].isBehind = true } }
            if let place = followers.firstIndex(where: { $0.info.process == process }) { followers[place].isBehind = true }
        case .disconnected: lost.insert(process)
        case .ended where isLeader:
            if takesOver, !followers.isEmpty {
                leader = followers.removeFirst()
                _ = try leader.readChanges()
                for place in followers.indices { followers[place].isBehind = true }
                say("\(leader.title) leads now" + (followers.isEmpty ? ", and no app follows it" : ""))
                await catchUp()
            } else {
                isWaiting = true
                say("no app leads: waiting for another \(leader.info.app) on this machine")
            }
        case .ended: followers.removeAll { $0.info.process == process }
        }
    }

    /// Makes an app the leader that was started after the last leader ended.
    private mutating func lookForLeader() async throws {
        let known = Set(followers.map(\.info.process) + [leader.info.process])
        guard let found = RunningApp.all().first(where: { $0.app == leader.info.app && !known.contains($0.process) }),
            let address = try? LiveAddress(parsing: found.url)
        else { return }
        count += 1
        guard let app = try? await MirroredApp(address, store: store ?? leader.store.name, directory: "\(folder.path)/\(count).live") else {
            return
        }
        leader = app
        isWaiting = false
        watch(app)
        var fitting: [MirroredApp] = []
        for follower in followers {
            if let reason = follower.refusal(of: app) {
                say("\(follower.title) does not follow \(app.title): \(reason)")
            } else {
                fitting.append(follower)
            }
        }
        followers = fitting
        for place in followers.indices { followers[place].isBehind = true }
        say("\(app.title) leads now")
        await catchUp()
    }
}
