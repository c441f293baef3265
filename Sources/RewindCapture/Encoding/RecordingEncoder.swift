/// An encoder of this module: it receives a wrapper as it is, and writes what that has for a recording.
protocol RecordingEncoder: Encoder {}
