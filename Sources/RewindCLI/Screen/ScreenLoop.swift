import CRewindTerminal
import RewindRendering
import RewindSystem

/// Shows a screen on the terminal, and gives it the keys, until the user leaves.
enum ScreenLoop {
    /// How long nothing may come from the terminal before the running app is asked for news.
    private static let patience = Duration.milliseconds(200)

    /// Runs a screen.
    ///
    /// C-c stops a verb that takes long; twice, it ends the command. The terminal is given back at the end, however that comes.
    ///
    /// - Returns: the screen as it was left; `nil` if the terminal can't show one.
    static func run(_ screen: StepScreen, wantsColour: Bool) -> StepScreen? {
        var screen = screen
        guard let terminal = FullScreen(wantsColour: wantsColour) else { return nil }
        defer { screen.leave() }
        let notice: @convention(c) (Int32) -> Void = {
            if StopRequest.make() { return }
            Interruption.noticeNoMore()
            rewind_terminal_abandon($0)
        }
        Interruption.noticed(by: notice) {
            screen.size = terminal.size
            screen.perform()
            terminal.paint(screen.frame())
            while !screen.isDone {
                switch terminal.event(within: patience) {
                case .gone: return
                case .nothing:
                    if StopRequest.withdraw() {
                        screen.say("C-c stops a verb that takes long; q leaves")
                    } else if !screen.showNews() {
                        continue
                    }
                case .key(let key):
                    screen.press(key)
                    // What was typed ahead is not shown key by key.
                    while screen.pending == nil, case .key(let key) = terminal.event(within: .zero) { screen.press(key) }
                    screen.size = terminal.size
                }
                if let announcement = screen.announcement {
                    screen.message = announcement
                    terminal.paint(screen.frame())
                    screen.message = Line()
                }
                screen.perform()
                if let text = screen.takeCopied() { terminal.copy(text) }
                for text in Diagnostics.drainHeld() { screen.say(text) }
                terminal.paint(screen.frame())
            }
        }
        return screen
    }
}
