/// An encoder that writes no secrets: it receives a ``Redacted`` as it is, and gets its placeholder.
protocol RecordingEncoder: Encoder {}
