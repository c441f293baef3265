public import RewindValue

/// What happens while a store's state is shared with others.
public enum ReplicationEvent: Sendable, Equatable {
    /// The store shares its state, with these replicas so far.
    case began(others: [String])
    /// The store has what another replica changed at these places.
    case applied(from: String, [JSONPointer])
    /// Two replicas changed this place without knowing of each other; the later change won, as the text says.
    ///
    /// An element of a set, or a key that is not a text, is named by its JSON text.
    case conflict(at: JSONPointer, String)
    /// A replica can't be followed, for this reason.
    case refused(replica: String, reason: String)
    /// Changes of this replica, which the others got too late to count them.
    case lost(Int)
    /// A file can't be read or written for now; it's tried again at the next change.
    case failed(String)
    /// Replication has ended, or could not begin, for this reason; not when its task is cancelled.
    case ended(String)
}

extension ReplicationEvent: CustomStringConvertible {
    /// The event as a line for people.
    public var description: String {
        switch self {
        case .began(let others):
            others.isEmpty ? "no other app shares the state yet" : "the state is shared with \(others.joined(separator: ", "))"
        case .applied(let replica, let places):
            "\(replica) changed \(places.map { $0.tokens.isEmpty ? "the state" : $0.description }.joined(separator: ", "))"
        case .conflict(_, let outcome): outcome
        case .refused(_, let reason): "not followed: \(reason)"
        case .lost(let count): "\(count) changes of this replica came too late: the others had gone on without it"
        case .failed(let reason): reason
        case .ended(let reason): "replication has ended: \(reason)"
        }
    }
}

/// Why a store can't share its state.
package struct ReplicationError: Error, Sendable, Equatable, CustomStringConvertible {
    package var reason: Reason
    /// The reason, as a sentence without a full stop.
    package var message: String

    package enum Reason: Sendable, Equatable {
        /// The others have another app, another version of it, or a state of another shape.
        case otherApp
        /// The recording hides all texts, so there is nothing to share.
        case hidden
        /// The name can't be a file's name, or another process has it.
        case name
        /// A change of another replica can't be this store's state.
        case edit
    }

    package var description: String { "\(message)." }
}
