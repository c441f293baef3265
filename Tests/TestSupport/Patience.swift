/// How long a test waits for something that is to happen: other tests, which may block threads, run beside it, on machines that are busy.
package let patience = Duration.seconds(900)
