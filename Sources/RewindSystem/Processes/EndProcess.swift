import CLibrary

package func endProcess(status: Int32) -> Never { exit(status) }
