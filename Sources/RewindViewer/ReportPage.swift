import CRewindPage
import RewindArchive
import RewindFormat
import SmallFoundation

/// A recording as one HTML file that a browser opens without a network, and that every command takes as the recording.
///
/// The page's policy allows nothing but its own script and style, by their hashes.
package struct ReportPage: Sendable {
    private let recording: [UInt8]
    private let name: String
    private let title: String
    /// What a browser without scripts shows of the recording.
    private let summary: [String]
    /// What no healthy session did, a sentence each, with the step that it tells if the page has it.
    private let neverBefore: [(step: Int?, sentence: String)]
    /// Where the page fetches the recording if it has none; empty for a page that fetches nothing.
    private let recordingPath: String

    /// A page with the bytes of a sealed recording.
    ///
    /// - Parameters:
    ///   - name: what messages in the page call the recording.
    ///   - title: the title of the page.
    ///   - summary: how the app ended, and other facts, in lines, for a browser without scripts.
    ///   - neverBefore: what no healthy session did, a sentence each, with the step that it tells if the page has it.
    package init(
        recording: [UInt8], name: String, title: String, summary: [String], neverBefore: [(step: Int?, sentence: String)] = []
    ) {
        (self.recording, self.name, self.title, self.summary, recordingPath) = (recording, name, title, summary, "")
        self.neverBefore = neverBefore
    }

    /// A page that fetches the recording from the server it came from.
    ///
    /// - Parameter recordingPath: where the recording is, relative to the page.
    package init(recordingPath: String, name: String, title: String) {
        (recording, self.name, self.title, summary, self.recordingPath) = ([], name, title, [], recordingPath)
        neverBefore = []
    }

    /// The bytes of the file.
    package var html: [UInt8] {
        let script = Self.modules.map(Self.withoutImports).joined(separator: "\n")
        let (guardScript, style) = (Self.text(rewind_guard_js), Self.text(rewind_style_css))
        let policy =
            "default-src 'none'; script-src 'sha256-\(Self.hash(guardScript))' 'sha256-\(Self.hash(script))' 'wasm-unsafe-eval'; "
            + "style-src 'sha256-\(Self.hash(style))'; img-src blob:; worker-src blob:; "
            + "\(recordingPath.isEmpty ? "" : "connect-src 'self'; ")base-uri 'none'; form-action 'none'"
        let values = [
            "policy": policy, "generator": "Rewind \(RewindVersion.number)", "title": title.escapedForHTML, "style": style,
            "summary": summary.joined(separator: "\n").escapedForHTML, "before": neverBeforeHTML,
            "name": name.escapedForHTML, "source": recordingPath.escapedForHTML, "recording": Data(recording).base64EncodedString(),
            "core": Data(Self.bytes(rewind_core_wasm_gz)).base64EncodedString(), "guard": guardScript,
            "script": script,
        ]
        var page: [UInt8] = []
        page.reserveCapacity(recording.count / 3 * 4 + (2 << 20))
        for part in Self.text(rewind_page_html).split(separator: "{{", omittingEmptySubsequences: false) {
            guard let end = part.firstRange(of: "}}") else {
                page += part.utf8
                continue
            }
            page += (values[String(part[..<end.lowerBound])] ?? "").utf8
            page += part[end.upperBound...].utf8
        }
        return page
    }

    /// A list of what no healthy session did; empty if there is nothing.
    private var neverBeforeHTML: String {
        if neverBefore.isEmpty { return "" }
        let rows = neverBefore.map { step, sentence in
            var words = sentence.escapedForHTML
            if let step, let place = words.firstRange(of: "step \(step)") {
                words.replaceSubrange(place, with: "<a href=\"#step=\(step)\">step \(step)</a>")
            }
            return "<li>\(words)</li>"
        }
        return "<div id=\"before\">\n    <h2>What no healthy session did</h2>\n    <ul>\(rows.joined())</ul>\n  </div>"
    }

    /// The modules of the page's script, each after those that it imports: from a file, a browser loads no other file.
    private static var modules: [rewind_page_file] {
        [
            rewind_numbers_js, rewind_text_js, rewind_tree_js, rewind_attached_js, rewind_film_js, rewind_rows_js, rewind_list_js,
            rewind_chart_js,
            rewind_story_js, rewind_worker_js, rewind_core_js, rewind_page_js,
        ]
    }

    private static func withoutImports(_ file: rewind_page_file) -> String {
        text(file).split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("import ") }
            .map { $0.hasPrefix("export ") ? $0.dropFirst(7) : $0 }.joined(separator: "\n")
    }

    private static func bytes(_ file: rewind_page_file) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: file.bytes, count: file.count)
    }

    private static func text(_ file: rewind_page_file) -> String { String(decoding: bytes(file), as: UTF8.self) }

    private static func hash(_ text: String) -> String { Digest.base64(of: Array(text.utf8)) }
}

extension String {
    /// The text as the content of an HTML element, or as the value of an attribute in double quotes.
    package var escapedForHTML: String {
        // By scalars: a quote with an accent on it is one character, and still a quote to a browser.
        unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }
}
