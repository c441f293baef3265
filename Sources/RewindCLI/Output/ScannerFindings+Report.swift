import RewindRendering
import RewindValue

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
