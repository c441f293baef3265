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
        "leave out, reorder, insert or edit actions, and see what the app's reducer makes of it: a crash or none, what differs at the end",
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
        let counts = DiffCounts(future.diff, at: place ?? .root)
        let isThere = place.map { futures.same.state[$0] != nil || futures.other.state[$0] != nil } ?? true
        let whole = (place ?? .root).told
        let end = counts.told ?? (isThere ? "\(whole) is the same" : "nothing is at \(whole), with this or without it")
        var answer = AssistantAnswer(sentence: "\(crashes(future)) At the end, \(end). \(way(future))")
        answer.rows = try question.answer(in: timeline).rows.map { row in AssistantAnswer.Row(table.lines(row), row.json) }
        if !futures.reachesRecordedEnd { answer.remarks.append(HostedFutures.otherEndWords) }
        if place == nil, counts.places.count > 1, let part = counts.places.first?.name { answer.part = { _ in ["path": .string(part)] } }
        return answer
    }

    /// Whether it crashes, without the edits and with them.
    private static func crashes(_ future: OtherFuture) -> String {
        switch (future.recordedEnd, future.end) {
        case (nil, nil): "Nothing crashes, with this or without it."
        case (let old?, nil): "Without this, it crashes at \(old.step.told); with it, nothing crashes."
        case (nil, let new?): "Without this, nothing crashes; with it, it crashes at \(new.step.told)."
        case (let old?, let new?) where old.step.number == new.step.number: "It crashes at \(new.step.told), with this and without it."
        case (let old?, let new?): "Without this, it crashes at \(old.step.told); with it, at \(new.step.told)."
        }
    }

    /// Where the states part, and whether they meet again.
    private static func way(_ future: OtherFuture) -> String {
        guard let parts = future.parts else { return "The states are the same after every recorded step." }
        return "The states part at \(parts.told)" + (future.meets.map { ", and meet again at \($0.told)." } ?? ", and differ to the end.")
    }
}

extension AssistantTools {
    /// The host.
    func needed() throws(AssistantProblem) -> HostCommand {
        guard let host else { throw AssistantProblem(sentence: "There is no host.", next: "start the server with --host COMMAND.") }
        return host
    }
}
