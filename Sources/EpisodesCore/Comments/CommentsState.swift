/// The comments below an episode, and what is being done to them.
package struct CommentsState: Codable, Sendable, Equatable {
    package var episode: Int?
    package var comments: [Comment] = []
    package var loading = Loading.idle
    package var selection = 0
    /// The text that is being written; `nil` while nobody writes.
    package var draft: Draft?
    /// How many new comments are on their way to the server.
    package var posting = 0
    /// The comments whose change is on its way to the server.
    package var saving: [Int] = []
    /// The comments whose deletion is on its way to the server.
    package var deleting: [Int] = []
    /// What went wrong last, for the line above the keys.
    package var notice: String?

    var selected: Comment? { comments.indices.contains(selection) ? comments[selection] : nil }

    /// Whether no request is under way.
    var isSettled: Bool { loading != .loading && posting == 0 && saving.isEmpty && deleting.isEmpty }
}

/// A comment being written.
package struct Draft: Codable, Sendable, Equatable {
    /// The comment that it changes; `nil` for a new one.
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
