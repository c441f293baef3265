import RewindValue

/// The manual page of a command and its subcommands, in man(7) macros, generated from the argument parser's JSON dump.
struct ManualPage {
    private let command: JSONValue
    private let version: String
    private let usage: (String?) -> String
    private(set) var text = ""

    /// Creates the page from a help dump.
    ///
    /// - Parameter usage: returns the usage of the command, or of a subcommand.
    init(dump: JSONValue, version: String, usage: @escaping (String?) -> String) {
        command = dump["command"] ?? [:]
        self.version = version
        self.usage = usage
        write()
    }

    private var name: String { command["commandName"]?.string ?? "" }

    private mutating func write() {
        text += ".TH \(name.uppercased()) 1 \"\" \"\(Roff.escaped("\(name) \(version)"))\" \"User Commands\"\n"
        text += ".SH NAME\n\(Roff.escaped(name)) \\- \(Roff.escaped(Self.lowercased(command["abstract"]?.string ?? "")))\n"
        text += ".SH SYNOPSIS\n.nf\n\(Roff.escaped(usage(nil)))\n.fi\n"
        text += ".SH DESCRIPTION\n"
        let all = command["subcommands"]?.array ?? []
        let concepts = all.first { $0["commandName"]?.string == "concepts" }?["discussion"]?.string
        for part in HelpText(concepts ?? "").parts { write(part, heading: ".SH") }
        let subcommands = all.filter { $0["shouldDisplay"] != false && $0["commandName"] != "help" }
        text += ".SH COMMANDS\n"
        for subcommand in subcommands { write(subcommand) }
    }

    private mutating func write(_ subcommand: JSONValue) {
        let name = subcommand["commandName"]?.string ?? ""
        text += ".SS \"\(Roff.escaped("\(self.name) \(name)"))\"\n\(Roff.escaped(subcommand["abstract"]?.string ?? ""))\n"
        text += ".PP\n.nf\n\(Roff.escaped(usage(name)))\n.fi\n"
        let arguments = (subcommand["arguments"]?.array ?? []).filter { $0["shouldDisplay"] != false && !Self.isEverywhere($0) }
        for argument in arguments { write(argument: argument) }
        for part in HelpText(subcommand["discussion"]?.string ?? "").parts { write(part, heading: nil) }
    }

    private mutating func write(argument: JSONValue) {
        let value = "<\(argument["valueName"]?.string ?? "")>"
        let names = (argument["names"]?.array ?? []).map { ($0["kind"] == "long" ? "--" : "-") + ($0["name"]?.string ?? "") }
            .sorted { $0.count < $1.count }
        let isFlag = argument["kind"] == "flag"
        let title = names.isEmpty ? value : names.joined(separator: ", ") + (isFlag ? "" : " " + value)
        text += ".TP\n.B \"\(Roff.escaped(title))\"\n\(Roff.escaped(argument["abstract"]?.string ?? ""))\n"
    }

    private mutating func write(_ part: HelpText.Part, heading: String?) {
        switch part {
        case .paragraph(let words): text += ".PP\n\(Roff.escaped(words))\n"
        case .heading(let words): text += heading.map { "\($0) \(words)\n" } ?? ".PP\n.B \(words)\n"
        case .lines(let lines): text += ".PP\n.nf\n\(lines.map(Roff.escaped).joined(separator: "\n"))\n.fi\n"
        }
    }

    /// Whether every subcommand has the argument, so that it is documented only once.
    private static func isEverywhere(_ argument: JSONValue) -> Bool {
        (argument["names"]?.array ?? []).contains { $0["name"] == "help" || $0["name"] == "version" }
    }

    /// A sentence in the form that man pages use after the name.
    private static func lowercased(_ sentence: String) -> String {
        sentence.prefix(1).lowercased() + (sentence.hasSuffix(".") ? sentence.dropFirst().dropLast() : sentence.dropFirst())
    }
}

/// The discussion in a command's help, split into parts.
struct HelpText {
    private(set) var parts: [Part] = []

    /// A paragraph, or a heading.
    enum Part: Equatable {
        case paragraph(String)
        case heading(String)
        /// Lines that are kept as they are: examples, and lists in columns.
        case lines([String])
    }

    init(_ text: String) {
        for block in text.split(separator: "\n", omittingEmptySubsequences: false).split(whereSeparator: { $0.isEmpty }) {
            var lines = block.map(String.init)
            if let first = lines.first, first.allSatisfy({ $0.isUppercase || $0 == " " }) {
                parts.append(.heading(first))
                lines.removeFirst()
            }
            if lines.isEmpty { continue }
            let isList = lines.contains { $0.hasPrefix("  ") || $0.contains("   ") }
            parts.append(isList ? .lines(lines) : .paragraph(lines.joined(separator: " ")))
        }
    }
}

/// Escapes text for roff.
enum Roff {
    /// The text with everything escaped that roff would interpret or print as another character.
    static func escaped(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let characters = line.unicodeScalars.map { scalar in
                switch scalar {
                case "\\": "\\e"
                case "-": "\\-"
                case "'": "\\(aq"
                case "\"": "\\(dq"
                case "`": "\\(ga"
                case "^": "\\(ha"
                case "~": "\\(ti"
                case _ where scalar.isASCII: String(scalar)
                default:
                    "\\[u" + String(repeating: "0", count: max(0, 4 - String(scalar.value, radix: 16).count))
                        + String(scalar.value, radix: 16).uppercased() + "]"
                }
            }
            .joined()
            return characters.hasPrefix(".") ? "\\&" + characters : characters
        }
        .joined(separator: "\n")
    }
}
