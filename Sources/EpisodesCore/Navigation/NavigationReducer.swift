import RewindStore

extension Reducer where State == NavigationState, Action == NavigationAction {
    static var navigation: Reducer {
        Reducer { state, action in
            switch action {
            case .launch: state = NavigationState()
            case .splashDidEnd: if state.current == .splash { state.stack = [.home] }
            case .open(let screen): state.stack.append(screen)
            case .back: if state.stack.count > 1 { state.stack.removeLast() }
            case .quit: state.hasQuit = true
            }
            return .none
        }
    }
}
