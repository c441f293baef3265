import ArgumentParser
import RewindArchive
import RewindDebugger
import RewindFormat
import RewindReplay
import RewindSystem
import RewindValue

/// What the shell's completion offers for a word on our line: recordings and, once one is there, what it has.
enum Completed {
    /// A recording, and behind one its steps, its marks and the parts of its state.
    ///
    /// zsh completes files by itself, for it knows better when no space is to follow.
    static var word: CompletionKind {
        if CompletionShell.requesting == .zsh { return .file() }
        return .custom { words, _, prefix in
            let before = words.dropFirst(2).dropLast()
            return offered(before.contains(where: ImpliedCommand.isMeantAsRecording) ? operands(words, prefix) : recordings(prefix), words)
        }
    }

    /// A step, or a part of the state, of the recording on the line.
    static let operand = CompletionKind.custom { words, _, prefix in offered(operands(words, prefix), words) }

    /// A type of action of the recording on the line.
    static let type = CompletionKind.custom { words, _, prefix in
        let types = timeline(words).flatMap { timeline in try? timeline.actionTypes() }.map(Array.init) ?? []
        return offered(types.filter { $0.hasPrefix(prefix) }.sorted(), words)
    }

    /// The files and directories that a text is the beginning of, and `latest`.
    private static func recordings(_ prefix: String) -> [String] {
        let (folder, name) = prefix.lastIndex(of: "/").map { (prefix[...$0], prefix[prefix.index(after: $0)...]) } ?? ("", prefix[...])
        let home = folder.hasPrefix("~/") ? SystemFacts.environment("HOME").map { $0 + folder.dropFirst() } : nil
        let place = home ?? (folder.isEmpty ? "." : String(folder))
        let names = ((try? FileSystem.names(in: place)) ?? []).filter { $0.hasPrefix(name) && ($0.hasPrefix(".") == name.hasPrefix(".")) }
        let files = names.map { String(folder) + $0 + (FileSystem.kind(of: "\(place)/\($0)") == .directory ? "/" : "") }
        return (RecordingLibrary.latestName.hasPrefix(prefix) ? [RecordingLibrary.latestName] : []) + files
    }

    private static func operands(_ words: [String], _ prefix: String) -> [String] {
        guard let timeline = timeline(words) else { return [] }
        let last = timeline.steps.upperBound
        let debugger = Debugger(timeline, at: (try? timeline.stepWithState(at: last).0) ?? last)
        if JSONPointer.isMeant(by: prefix) { return debugger.completion(of: "print " + prefix).words }
        // To bash, a colon is a word of its own.
        return debugger.completion(of: "goto " + (isBehindColon(words) ? ":" : "") + (prefix == ":" && isBehindColon(words) ? "" : prefix))
            .words
    }

    private static func isBehindColon(_ words: [String]) -> Bool { words.last == ":" || words.dropLast().last == ":" }

    /// The recording that is named on the line, or else the latest.
    private static func timeline(_ words: [String]) -> Timeline? {
        if ProcessStandIn.current == nil { Diagnostics.hold() }  // nothing may stand in the middle of what is typed
        let named = words.dropFirst(2).dropLast().first(where: ImpliedCommand.isMeantAsRecording)
        return try? Bundles.timeline(named ?? RecordingLibrary.latestName)
    }

    /// The words as the shell takes them: what a recording has may be a stranger's, and bash expands what it is given.
    private static func offered(_ candidates: [String], _ words: [String]) -> [String] {
        let shell = CompletionShell.requesting
        return candidates.filter { word in !word.unicodeScalars.contains { $0.properties.generalCategory == .control } }.map { word in
            if shell == .fish { return word }
            if shell == .zsh { return word.replacing("\\", with: "\\\\").replacing(":", with: "\\:") }
            let word = isBehindColon(words) && word.hasPrefix(":") ? String(word.dropFirst()) : word
            return String(word.flatMap { isPlain($0) ? [$0] : ["\\", $0] })
        }
    }

    private static func isPlain(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "_./@%+,=:-".contains(character))
    }
}

/// The script for a shell's completion, with what the argument parser does not put there.
struct CompletionScript {
    let text: String
    let verbs: [String]

    /// The script with the verbs that `help` explains and, in zsh, with `latest` among the files.
    var completed: String {
        if text.hasPrefix("#!/bin/bash") {
            return text + "\n\n_rewind_help() {\n    __rewind_add_completions -W $'\(verbs.joined(separator: "\\n"))'\n}"
        }
        let words = verbs.joined(separator: " ")
        if text.hasPrefix("#compdef") {
            // Before its last lines, which call what stands before them.
            return text.replacing("'*:subcommands:'", with: "'*:subcommands:(\(words))'")
                .replacing(":bundle:_files'", with: ":bundle:_rewind_recordings'")
                .replacing(
                    "if [[ \"${funcstack[1]}\"",
                    with: "_rewind_recordings() {\n    compadd \"${@}\" -- latest\n    _files \"${@}\"\n}\n\nif [[ \"${funcstack[1]}\"")
        }
        if text.contains("complete -c 'rewind'") {
            return text + "\ncomplete -c 'rewind' -n '__fish_seen_subcommand_from help' -fa '\(words)'"
        }
        return text
    }
}
