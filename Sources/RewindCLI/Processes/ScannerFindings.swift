import RewindArchive
import RewindFormat
import RewindRendering
import RewindSystem
import RewindValue

/// The findings of another secret scanner in a recording's files.
struct ScannerFindings {
    /// The tool that was used; `nil` if none is installed.
    let tool: String?
    let findings: [Finding]

    /// A possible secret that it found.
    struct Finding: Equatable {
        var entry: String
        var line: Int
        /// The kind of secret, in the tool's words.
        var kind: String
    }

    /// Runs gitleaks, else detect-secrets, on a recording; a sealed one is unpacked for that, and the files are removed afterwards.
    init(about path: String) throws {
        guard let asked = Self.tools.first(where: { ToolRun.output(of: $0.version) != nil }) else {
            (tool, findings) = (nil, [])
            return
        }
        tool = asked.version[0]
        findings = try TemporaryDirectory.with { directory in
            let isUnpacked = FileSystem.kind(of: path) == .directory
            let folder = isUnpacked ? path : directory.path + "/unpacked"
            if !isUnpacked { try unpack(path, to: folder) }
            guard let output = ToolRun.output(of: asked.command(folder)), let json = try? JSONValue(parsing: output) else {
                throw RecordingError(
                    .system, "\(asked.version[0]) failed", advice: "To see why, run it on the unpacked recording: rewind unpack")
            }
            return asked.read(json).map { Finding(entry: Self.name($0.entry, in: folder), line: $0.line, kind: $0.kind) }
                .sorted { ($0.entry, $0.line, $0.kind) < ($1.entry, $1.line, $1.kind) }
        }
    }

    private struct Tool: Sendable {
        let version: [String]
        let command: @Sendable (_ folder: String) -> [String]
        let read: @Sendable (JSONValue) -> [Finding]
    }

    private static let tools = [
        Tool(version: ["gitleaks", "version"]) { folder in
            [
                "gitleaks", "detect", "--no-git", "--no-banner", "--redact", "--exit-code", "0", "--source", folder, "--report-format",
                "json", "--report-path", "/dev/stdout",
            ]
        } read: { json in
            (json.array ?? []).compactMap { item in
                item["File"]?.string.map { Finding(entry: $0, line: item["StartLine"]?.int ?? 0, kind: item["RuleID"]?.string ?? "secret") }
            }
        },
        // `redact --check` lists irregular words, and keys have their own rules: the tool only looks for known shapes.
        Tool(version: ["detect-secrets", "--version"]) { folder in
            [
                "detect-secrets", "-C", folder, "scan", "--all-files", "--disable-plugin", "Base64HighEntropyString", "--disable-plugin",
                "HexHighEntropyString",
                "--disable-plugin", "KeywordDetector", "--disable-plugin", "IPPublicDetector",
            ]
        } read: { json in
            (json["results"]?.object ?? [:]).flatMap { name, items in
                (items.array ?? []).map {
                    Finding(entry: name, line: $0["line_number"]?.int ?? 0, kind: $0["type"]?.string ?? "secret")
                }
            }
        },
    ]

    /// The name of a file relative to a folder: tools write its path as they reached it.
    private static func name(_ path: String, in folder: String) -> String {
        let parts = path.split(separator: "/")
        guard let last = folder.split(separator: "/").last, let place = parts.firstIndex(of: last) else { return path }
        return parts[(place + 1)...].joined(separator: "/")
    }
}

extension ScannerFindings {
    /// The report for people.
    var lines: [Line] {
        guard let tool else { return [Line("no other tool was asked: neither gitleaks nor detect-secrets is installed", .faint)] }
        if findings.isEmpty { return [Line("\(tool) found no secret")] }
        return findings.map { finding in
            var line = Line(DisplayWidth.padded("warning", to: 8), .changed)
            line.add("\(finding.entry), line \(finding.line): ", .name)
            line.add("\(tool) found a secret: \(finding.kind)")
            return line
        }
    }

    /// The report for programs.
    var json: JSONValue {
        [
            "tool": tool.map(JSONValue.string) ?? .null,
            "findings": .array(
                findings.map { ["entry": .string($0.entry), "line": .number(JSONNumber($0.line)), "kind": .string($0.kind)] }),
        ]
    }
}
