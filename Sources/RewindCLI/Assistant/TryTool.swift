import ArgumentParser
import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

/// `try`: what the app's reducer makes of other actions than those that were recorded.
enum TryTool {
    static let tool = AssistantTool(
        declaration, "Tests a cause: give at least one edit. Steps are named by the numbers that they have in the recording."
    ) { call, path, tools in
        let given = try GivenWords(of: .object(call.arguments), for: declaration)
        let edits = try words(given)
        if edits.isEmpty {
            throw AssistantProblem(
                sentence: "Nothing would be otherwise.",
                next: "give \"skip\", \"reorder\", \"insert\" or \"edit\", as in \"skip\": [\"12\"].")
        }
        call.progress("reducing")
        var reducer = try HostReducer(tools.needed())
        defer { reducer.end() }
        let timeline = try reducer.reading(tools.recordings.timeline(at: path))
        let store = try reducer.oneStore(of: timeline, named: given["store"])
        let futures = try reducer.futures(of: timeline, store: store, edits)
        let place = try given["path"].map { try JSONPointer(argument: $0) }
        return try answer(futures, at: place, in: timeline)
    }

    private static let declaration = VerbDeclaration(
        "try",
        "leave out, reorder, insert or edit actions, and see what the app's reducer makes of it: a crash or none, where the futures part",
        EditWords.parameters + [
            Parameter("path", .path, isWord: false, "Of what differs at the end, only this part of the state."), .store,
        ])

    private static func words(_ given: GivenWords) throws -> EditWords {
        var words = EditWords()
        words.skip = try given.all("skip").map { try StepRange(parsing: $0) }
        words.keepsCaused = given.has("keep-caused")
        (words.reorder, words.insert, words.edit) = (given.all("reorder"), given.all("insert"), given.all("edit"))
        return words
    }

    private static func answer(_ futures: HostedFutures, at place: JSONPointer?, in timeline: Timeline) throws -> AssistantAnswer {
        var future = futures.compared
        if let place { future.diff = TreeDiff(from: futures.same.state[place] ?? .null, to: futures.other.state[place] ?? .null) }
        let question = WhatIfQuestion(future)
        let table = question.table(Drawing(of: timeline))
        var answer = AssistantAnswer(sentence: sentence(future))
        answer.rows = try question.answer(in: timeline).rows.map { row in AssistantAnswer.Row(table.lines(row), row.json) }
        if !futures.reachesRecordedEnd { answer.remarks.append(HostedFutures.otherEndWords) }
        let parts = DiffCounts(future.diff, at: .root).places
        if place == nil, parts.count > 1 { answer.part = { _ in ["path": .string(parts[0].name)] } }
        return answer
    }

    private static func sentence(_ future: OtherFuture) -> String {
        let crash =
            switch (future.recordedEnd, future.end) {
            case (nil, nil): "nothing crashes, with it or without"
            case (let old?, nil): "no crash, where the recorded actions crash at \(old.step.told)"
            case (nil, let new?): "a crash at \(new.step.told), where the recorded actions have none"
            case (let old?, let new?) where old.step.number == new.step.number: "it still crashes at \(new.step.told)"
            case (let old?, let new?): "a crash at \(new.step.told), instead of at \(old.step.told)"
            }
        guard let parts = future.parts else { return "With this, \(crash); the states are the same after every step." }
        let meets = future.meets.map { ", and meet again at \($0.told)" } ?? ", and differ to the end"
        return "With this, \(crash); the states part at \(parts.told)\(meets)."
    }
}

extension AssistantTools {
    /// The host.
    func needed() throws(AssistantProblem) -> HostCommand {
        guard let host else { throw AssistantProblem(sentence: "There is no host.", next: "start the server with --host COMMAND.") }
        return host
    }
}
