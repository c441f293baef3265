import ArgumentParser
import RewindLive
import RewindRecorder
import RewindStore
import RewindValue

/// The options for sharing the app's state while it runs: all code that uses `RewindLive` is in this file.
struct SharingOptions: ParsableArguments {
    @Flag(help: "Let 'rewind connect' watch and steer the app; the URL goes to standard error, unless the screen is the app's.")
    var live = false

    @Option(
        help: ArgumentHelp(
            "Keep the state in a JSON file; who edits the file changes the app. What is wrong with an edit is in file.error.",
            valueName: "file"))
    var hotReload: String?

    @Option(
        help: ArgumentHelp(
            "Share the state with other Episodes through a folder: what one does, all show.",
            discussion: """
                Shared is everything, the screen, the selection and the text being written too, but not who is signed in, the sign-in form, \
                and quitting. Each has a server of its own, so a comment is changed on the server of the user who posted it.
                """, valueName: "folder"))
    var replicate: String?

    @Option(help: ArgumentHelp("This one's name among those that share the folder, the same each time.", valueName: "name"))
    var replica: String?

    func validate() throws {
        if replica != nil, replicate == nil {
            throw ValidationError("--replica names this one among others: give the --replicate folder too.")
        }
    }

    /// Whether the state is shared, which requires recording.
    var isRequested: Bool { live || hotReload != nil || replicate != nil }

    /// Starts sharing; the returned value ends it.
    func begin(in store: Store<AppState, AppAction>, _ recorder: SessionRecorder) -> Sharing {
        var tasks: [Task<Void, Never>] = []
        if live {
            var configuration = LiveConfiguration()
            configuration.isPrinted = !RawTerminal.isAvailable  // 'rewind connect' finds the app without the printed URL
            tasks.append(
                recorder.task("the live endpoint", reportsError: !configuration.isPrinted) { [configuration] in
                    try await store.goLive($0, configuration: configuration)
                })
        }
        if let hotReload {
            tasks.append(
                recorder.task("hot reload") {
                    for await event in store.hotReload(hotReload, $0) { recorder.note(hotReload: event) }
                })
        }
        if let replicate {
            let name = replica
            tasks.append(
                recorder.task("replication") {
                    let ours: [PointerPattern] = ["/session", "/signIn", "/navigation/hasQuit"]
                    for await event in store.replicate(in: replicate, $0, as: name, except: ours) { recorder.note(replication: event) }
                })
        }
        return Sharing(tasks: tasks)
    }
}

/// The tasks that share the app's state.
struct Sharing {
    fileprivate let tasks: [Task<Void, Never>]

    /// Ends all tasks, and waits for them.
    func end() async {
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }
}

extension SessionRecorder {
    /// Runs a task with the recorder while the app runs; if it ends early, the reason is printed after the terminal is restored.
    ///
    /// - Parameter reportsError: whether the reason is printed here rather than by the task.
    fileprivate func task(
        _ what: String, reportsError: Bool = true, _ body: @escaping @Sendable (Recorder) async throws -> Void
    ) -> Task<Void, Never> {
        Task { [self] in
            guard let recorder else { return }
            do {
                try await body(recorder)
            } catch is CancellationError {
            } catch {
                if reportsError { note("\(what) has ended: \(error)") }
            }
        }
    }

    fileprivate func note(hotReload event: HotReloadEvent) {
        switch event {
        case .refused, .failed, .unrecognized, .savedPrevious, .ended: note("\(event)")
        case .began, .edited, .repaired: break
        }
    }

    fileprivate func note(replication event: ReplicationEvent) {
        switch event {
        case .conflict, .refused, .lost, .failed, .ended: note("\(event)")
        case .began, .applied: break
        }
    }
}
