import RewindFleet
import RewindViewer

/// Groups of sessions as one HTML page, which loads nothing and runs nothing.
struct GroupsPage {
    let grouping: Grouping
    let shown: ArraySlice<SessionGroup>
    let title: String

    var html: String {
        let ended = grouping.groups.reduce(0) { $0 + $1.sessions }
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <title>\(title.escapedForHTML)</title>
            <style>\(Self.style)</style>
            </head>
            <body>
            <main>
            <h1>\(title.escapedForHTML)</h1>
            <p>\(ended) of \(grouping.sessions) sessions did not finish, in \(grouping.groups.count) groups.</p>
            \(shown.enumerated().map { section($1, number: $0 + 1) }.joined(separator: "\n"))
            </main>
            </body>
            </html>

            """
    }

    private func section(_ group: SessionGroup, number: Int) -> String {
        var rows: [String] = []
        if grouping.hasManyApps { rows.append(row("App", group.app.escapedForHTML)) }
        if let seen = GroupsText.seen(group) { rows.append(row("Seen", seen.escapedForHTML)) }
        if let reason = GroupsText.reason(of: group) { rows.append(row("Reason", reason.escapedForHTML)) }
        if let story = group.story { rows.append(row("Story", code(story))) }
        rows += separations("Before it", group.sequences, group) + separations("Changes", group.places, group)
        if let effects = GroupsText.effects(of: group) { rows.append(row("Under way", effects.escapedForHTML)) }
        if let neverBefore = group.neverBefore { rows.append(row("Broken rule", neverBefore.escapedForHTML)) }
        rows.append(row("Versions", group.versions.joined(separator: ", ").escapedForHTML))
        rows.append(row("Devices", GroupsText.devices(of: group).escapedForHTML))
        rows.append(row("Example", "\(code(group.source)), \(group.steps) steps"))
        rows.append(row("Fingerprint", code(group.fingerprint)))
        let most = grouping.groups.first?.sessions ?? group.sessions
        return """
            <section>
            <h2>\(number). \(GroupsText.title(of: group).escapedForHTML)</h2>
            <p class="count"><meter min="0" max="\(most)" value="\(group.sessions)">\(group.sessions)</meter> \(group.sessions == 1 ? "1 session" : "\(group.sessions) sessions"), \
            \(GroupsText.percent(group.share))</p>
            <table>
            \(rows.joined(separator: "\n"))
            </table>
            </section>
            """
    }

    private func separations(_ name: String, _ some: [SessionGroup.Separation]?, _ group: SessionGroup) -> [String] {
        guard let some, !some.isEmpty else { return [] }
        let items = some.map { "\(code($0.what)) <small>\(GroupsText.weight(of: $0, group).escapedForHTML)</small>" }
        return [row(name, items.joined(separator: "<br>"))]
    }

    private func row(_ name: String, _ content: String) -> String { "<tr><th scope=\"row\">\(name)</th><td>\(content)</td></tr>" }

    private func code(_ text: String) -> String { "<code>\(text.escapedForHTML)</code>" }

    private static let style = """
        :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
        main { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
        section { border-top: 1px solid #8888; padding-top: .5rem; margin-top: 1.5rem; }
        h2 { font-size: 1.1rem; margin: .5rem 0 0; overflow-wrap: anywhere; }
        .count { margin: .25rem 0; }
        table { border-spacing: 0; }
        th { text-align: left; vertical-align: top; font-weight: normal; opacity: .75; padding-right: 1rem; white-space: nowrap; }
        td { overflow-wrap: anywhere; }
        code { font: .9em ui-monospace, monospace; }
        """
}
