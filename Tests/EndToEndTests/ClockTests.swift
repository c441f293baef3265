import RewindFormat

#if os(Linux)
    import Foundation
    import RewindJournal
    import TestSupport
    import Testing

    /// The wall clock of a machine is set back while an app records: no wait of the recorder may be timed by it.
    @Suite("A wall clock that is set", .timeLimit(.minutes(5)))
    struct ClockTests {
        /// Whatever a program reads of the wall clock, the kernel's has been set back by an hour since.
        private static let library = """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <time.h>
            int clock_gettime(clockid_t clock, struct timespec *time) {
                static int (*next)(clockid_t, struct timespec *);
                if (!next) next = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
                int result = next(clock, time);
                if (clock == CLOCK_REALTIME) time->tv_sec += 3600;
                return result;
            }
            """

        @Test func losesNoStatesByBeingSetBack() throws {
            let folder = TemporaryFolder()
            let source = try folder.write(Self.library.utf8, to: "clock.c")
            let compiled = try Program.installed("clang").run(["-shared", "-fPIC", "-o", folder.path("clock.so"), source, "-ldl"])
            try #require(compiled.status == 0, "\(compiled)")
            let session = try KilledSession(
                in: folder, afterBytes: 90, spin: 0, round: "key down\nkey up\nsleep 0.05\n",
                environment: ["LD_PRELOAD": folder.path("clock.so")])
            let recording = try Recording(directory: session.recording)
            let last = try #require(recording.steps?.upperBound)
            #expect(last >= 20)
            #expect(recording.losses.states.reduce(0) { $0 + $1.count } <= 6, "\(recording.losses.all) of \(last) steps")
        }
    }
#endif
