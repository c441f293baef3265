import ArgumentParser
import RewindLive

/// `rewind mirror`: copies the state of one running app to others.
struct MirrorCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "mirror",
        abstract: "Bring what one running app does to its state to others.",
        discussion: """
            The followers get the leader's whole state, and from then on its changes. What they do themselves stays until the leader \
            changes the same place: the leader's change is the later one, and the last writer's stands. Where a change can't be made in a \
            follower's state, it gets the whole state again.

            An app with another version or another shape of the state does not follow, and is told with the reason. What a recording hides \
            is not mirrored. If the leader is gone, an app of the same name that begins on this machine takes its place, or with \
            --takeover the first follower at once. C-c ends it.

            Apps that share a folder replicate by themselves, each to all others: for await event in store.replicate(in: folder, recorder) { print(event) }.

            The exit status is 1 if no app can follow, or none is left.

            EXAMPLES
              rewind mirror 4242 4243 4244
              rewind mirror ws://192.168.0.7:49152/rewind Episodes --takeover
            """)

    @Argument(help: "The app that leads, by its name, its process, its URL or a file that holds its URL.")
    var leader: String

    @Argument(help: "The apps that follow.")
    var followers: [String]

    @Option(help: "The store, in apps of several; by default the first one of the leader's recording.")
    var store: String?

    @Flag(help: "When the leader is gone, let the first follower lead the others.")
    var takeover = false

    func validate() throws { if followers.isEmpty { throw ValidationError("no follower given, as in: rewind mirror 4242 4243") } }

    /// The addresses of the apps; if a name matches several apps, those that are given explicitly are excluded.
    private func addresses() throws -> (leader: LiveAddress, followers: [LiveAddress]) {
        let lead = try AppChoice.address(leader, store: store, asking: "which one leads") { app in
            followers.contains { $0 == app.url || $0 == String(app.process) }
        }
        var addresses = [lead]
        for follower in followers {
            addresses.append(
                try AppChoice.address(follower, store: store, asking: "which one follows") { app in
                    addresses.contains { $0.description == app.url }
                })
        }
        return (lead, Array(addresses.dropFirst()))
    }

    func run() throws {
        let (leader, followers) = try addresses()
        try TemporaryDirectory.with { folder in
            try runBlocking { [store, takeover] in
                var mirror = try await Mirror(
                    leader: leader, followers: followers, store: store, takesOver: takeover, folder: folder, say: Diagnostics.say)
                try await mirror.run()
            }
        }
    }
}
