import Foundation
import TestSupport
import Testing

/// `rewind doctor --secrets`, with a tool that is played by a script, and with none.
@Suite("Another scanner of secrets", .timeLimit(.minutes(5))) struct ScannerFindingsTests {
    private let folder = TemporaryFolder()

    private func doctor(_ arguments: String...) throws -> Program.Run {
        try Program.rewind.run(
            ["doctor", "--secrets", Repository.path("Fixtures/signin.rewind")] + arguments, environment: ["PATH": folder.path])
    }

    @Test func saysThatNobodyCouldBeAsked() throws {
        try doctor().expect(0, output: "no other tool was asked: neither gitleaks nor detect-secrets is installed")
    }

    private func install(gitleaks script: String) throws {
        try folder.write("#!/bin/sh\n[ \"$1\" = version ] && exit 0\n\(script)\n".utf8, to: "gitleaks")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path("gitleaks"))
    }

    @Test func whatAnotherToolFindsIsAWarning() throws {
        try install(
            gitleaks: """
                while [ $# -gt 0 ]; do [ "$1" = --source ] && folder=$2; shift; done
                [ -f "$folder/manifest.json" ] || exit 2
                echo '[{"RuleID":"aws-access-token","File":"'"$folder"'/segments/000000/actions.ndjson","StartLine":3}]'
                """)
        try doctor().expect(0, output: "segments/000000/actions.ndjson, line 3: gitleaks found a secret: aws-access-token")
        #expect(try doctor("--strict").status == 1)
        #expect(try doctor("--json").output.contains(/"tool": ?"gitleaks"/))
    }

    @Test func aToolThatFailsIsNamed() throws {
        try install(gitleaks: "exit 3")
        let run = try doctor()
        #expect(run.status != 0 && run.errors.contains("gitleaks failed"))
    }
}
