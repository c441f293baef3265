import RewindFormat

extension Ticket {
    /// The ticket in Markdown, in which no text from a stranger can form a link, an image or HTML.
    package var markdown: String {
        var lines = ["# " + MarkdownText.inline(title), ""]
        if let note, !note.isEmpty { lines += MarkdownText.paragraphs(note) + [""] }
        if let wrong { lines += Self.section(wrong) }
        lines.append("**\(MarkdownText.inline(ended))**" + (reason.map { ": " + MarkdownText.inline($0) } ?? ""))
        for sentence in underWay { lines += ["", MarkdownText.inline(sentence)] }
        if !neverBefore.isEmpty {
            lines += ["", "## What no healthy session did", ""] + neverBefore.map { "- " + MarkdownText.inline($0) }
        }
        lines += ["", "| | |", "|---|---|"] + facts.map { "| \(MarkdownText.inline($0.name)) | \(MarkdownText.inline($0.value)) |" }
        lines += ["", moment.map { "## Actions around step \($0)" } ?? "## Last actions", ""] + MarkdownText.block(actions)
        for (count, word) in [(earlier, "earlier"), (later, "later")] where count > 0 {
            lines += ["", "\(count) \(word) \(count == 1 ? "step is" : "steps are") in the recording."]
        }
        for (_, title, text) in story { lines += ["", "## " + MarkdownText.inline(title), ""] + MarkdownText.block(text) }
        if let again {
            lines += ["", "A program that runs the reducer (`rewind help reproduce`) makes it happen again:", ""]
            lines += MarkdownText.block([Line(again)])
        }
        if !backtrace.isEmpty { lines += ["", "## Where it crashed", ""] + MarkdownText.block(backtrace) }
        if !source.isEmpty { lines += ["", "## The source", ""] + MarkdownText.block(source) }
        if !files.isEmpty { lines += ["", "## Files in the recording", ""] + files.map { "- " + MarkdownText.inline($0) } }
        lines += ["", "## What was removed", ""] + MarkdownText.block(removed)
        lines += [
            "", "## The recording", "",
            "\(MarkdownText.code(file)) goes with this text. \(MarkdownText.code("rewind step " + file.shellQuoted)) goes through it step by step, forwards and backwards; "
                + "\(MarkdownText.code("rewind help")) lists what else there is; a coding assistant begins with \(MarkdownText.code("rewind help agents")). "
                + (file.hasSuffix(".age") ? "It is sealed: only a recipient can open it." : "It is a zip of readable text, too."),
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    /// What is wrong, who wrote it, and what it was before.
    private static func section(_ wrong: WrongReport) -> [String] {
        let facts = wrong.facts.facts.map { name, values in
            "| \(MarkdownText.inline(name)) | \(MarkdownText.inline(values.joined(separator: "\n"))) |"
        }
        let history = wrong.history.isEmpty ? [] : ["", "What it was:", ""] + MarkdownText.block(wrong.history)
        return ["## What is wrong", "", MarkdownText.inline(wrong.what) + ".", "", "| | |", "|---|---|"] + facts + history + [""]
    }
}
