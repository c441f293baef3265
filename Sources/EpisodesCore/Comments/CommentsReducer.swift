import RewindStore

extension Reducer where State == CommentsState, Action == CommentsAction {
    /// What happens to the comments on the screen; the requests to the server are ``commentRequests(_:)``.
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
    /// The draft and what is typed into it.
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

    /// What is on its way to the server, and what came back.
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
            if draft == nil { draft = Draft(text: text) }  // what was typed is not lost
        case .edit(let id, _): saving.append(id)
        case .editDidFinish(let id, let text):
            saving.removeAll { $0 == id }
            // The planted bug, of the classic kind: it takes for granted that a comment is still there when its edit has been saved.
            // Deleted meanwhile, it is not. This is the crash that the recordings in Fixtures show; please leave it in.
            let index = comments.firstIndex(where: { $0.id == id })!
            // And one that nobody planted: the answer to an older edit replaces a newer text. The article "Find the bug" does; leave it in too.
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
