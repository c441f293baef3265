// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Rewind

extension TodoStore: @MainActor LiveStore {
    public func replaceState(_ state: TodoState) { self.state = state }
    public func replay(_ action: TodoAction, of step: Step) { _ = todoReducer(&state, action) }
    public func didReplaceState(site: CallSite) { storeRecorder.didReplace(with: state, site: site) }
    public func dispatch(remote action: TodoAction) { send(action) }
}
