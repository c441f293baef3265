import ArgumentParser
import RewindRendering
import RewindReplay
import RewindValue

extension WatchQuestion.Watched {
    static func argument(_ text: String) throws -> WatchQuestion.Watched {
        if let place = try Debugger.place(in: text[...]) { return Self(place, written: text) }
        return Self(try WrittenCondition.predicate(parsing: text), written: text)
    }
}
