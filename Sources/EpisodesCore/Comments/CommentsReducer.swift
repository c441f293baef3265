import RewindStore

extension Reducer where State == CommentsState, Action == CommentsAction {
    /// The reducer for the comments on the screen; ``commentRequests(_:)`` makes the server requests.
    static var comments: Reducer {
        Reducer { state, action in
            switch action {
            case .load(let episode):
                if state.episode != episode { state = CommentsState(episode: episode) }
                (state.loading, state.notice) = (.loading, nil)
            case .didReceive(let comments):
                (state.loading, state.comments) = (.loaded, comments)
                state.selection = state.selection.moved(by: 0, within: comments.count)
            case .didFail(let message):
                state.loading = .failed(message)
            case .move(let rows):
                state.selection = state.selection.moved(by: rows, within: state.comments.count)
            case .show(let notice):
                state.notice = notice
            default:
                state.write(action)
                state.exchange(action)
            }
            return .none
        }
    }
}

extension CommentsState {
    /// Edits the draft.
    fileprivate mutating func write(_ action: CommentsAction) {
        switch action {
        case .compose: (draft, notice) = (Draft(), nil)
        case .beginEditing(let id):
            guard let comment = comments.first(where: { $0.id == id }) else { return }
            (draft, notice) = (Draft(comment: id, text: comment.text), nil)
        case .setDraft(let text): draft?.text = text
        case .cancelDraft, .post, .edit: (draft, notice) = (nil, nil)
        default: break
        }
    }

    /// Tracks requests to the server, and handles their responses.
    fileprivate mutating func exchange(_ action: CommentsAction) {
        switch action {
        case .post: posting += 1
        case .postDidFinish(let comment):
            posting -= 1
            comments.append(comment)
            selection = comments.count - 1
        case .postDidFail(let text, let message):
            posting -= 1
            notice = message
            if draft == nil { draft = Draft(text: text) }  // keeps the typed text
        case .edit(let id, _): saving.append(id)
        case .editDidFinish(let id, let text):
            saving.removeAll { $0 == id }
            // The planted bug, of the classic kind: this assumes that a comment still exists when its edit has been saved. It may have been
            // deleted meanwhile. The recordings in Fixtures show this crash; please leave it in.
            let index = comments.firstIndex(where: { $0.id == id })!
            // This bug was not planted: the response to an older edit replaces a newer text. "Find the bug" finds it; leave it in too.
            comments[index].text = text
        case .editDidFail(let id, let message):
            saving.removeAll { $0 == id }
            notice = message
        case .delete(let id): deleting.append(id)
        case .deleteDidFinish(let id):
            deleting.removeAll { $0 == id }
            comments.removeAll { $0.id == id }
            selection = selection.moved(by: 0, within: comments.count)
        case .deleteDidFail(let id, let message):
            deleting.removeAll { $0 == id }
            notice = message
        default: break
        }
    }
}
