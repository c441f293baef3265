/// An encoder that writes no secrets: it takes a ``Redacted`` as it is, and asks it for its placeholder.
protocol RecordingEncoder: Encoder {}
