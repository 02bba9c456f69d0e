//go:build !unix

package input

import (
	"io/fs"
	"os"
)

// Flags are the flags with which a file must be opened for From.
const Flags = os.O_RDONLY

// pipeOf identifies a pipe by its name: standard input is the only pipe that can be named on this system.
func pipeOf(_ fs.FileInfo, name string) (key pipe, known bool) {
	return pipe{name: name}, true
}
