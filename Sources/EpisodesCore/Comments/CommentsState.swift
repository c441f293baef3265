/// The comments of an episode, and the operations in progress.
package struct CommentsState: Codable, Sendable, Equatable {
    package var episode: Int?
    package var comments: [Comment] = []
    package var loading = Loading.idle
    package var selection = 0
    /// The text that is being written; `nil` if there is no draft.
    package var draft: Draft?
    /// The number of new comments being sent to the server.
    package var posting = 0
    /// The comments whose edits are being sent to the server.
    package var saving: [Int] = []
    /// The comments whose deletions are being sent to the server.
    package var deleting: [Int] = []
    /// The last error, for the line above the keys.
    package var notice: String?

    var selected: Comment? { comments.indices.contains(selection) ? comments[selection] : nil }

    /// Whether no request is in progress.
    var isIdle: Bool { loading != .loading && posting == 0 && saving.isEmpty && deleting.isEmpty }
}

/// A comment being written.
package struct Draft: Codable, Sendable, Equatable {
    /// The comment being edited; `nil` for a new one.
    package var comment: Int?
    package var text = ""
}

package enum CommentsAction: Codable, Sendable, Equatable {
    case load(Int)
    case didReceive([Comment])
    case didFail(String)
    case move(Int)

    case compose
    case beginEditing(Int)
    case setDraft(String)
    case cancelDraft
    case show(notice: String)

    case post(text: String)
    case postDidFinish(Comment)
    case postDidFail(text: String, message: String)

    case edit(id: Int, text: String)
    case editDidFinish(id: Int, text: String)
    case editDidFail(id: Int, message: String)

    case delete(id: Int)
    case deleteDidFinish(id: Int)
    case deleteDidFail(id: Int, message: String)
}
