//go:build !unix

package input

import (
	"io/fs"
	"os"
)

// Flags are those with which a file must be opened for From.
const Flags = os.O_RDONLY

// pipeOf tells which pipe a file is: standard input is the only one that can be named here.
func pipeOf(_ fs.FileInfo, name string) (key pipe, known bool) {
	return pipe{name: name}, true
}
