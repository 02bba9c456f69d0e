// Tumble simulates granular matter and shows it: capsules, spheres, clumps, walls and
// meshes, as a window, as pictures and videos, or as numbers.
package main

import (
	"os"
	"runtime"

	"example.org/tumble/ui/cli"
	"example.org/tumble/ui/desktop"
	"example.org/tumble/ui/remember"
)

// Windows and OpenGL contexts belong to the thread that created them. On some systems this must be the first
// thread of the process.
func init() { runtime.LockOSThread() }

func main() {
	info, err := os.Stderr.Stat()
	kept, _ := remember.File() // without a home folder the window keeps nothing
	os.Exit(cli.Main(os.Args[1:], cli.Env{
		Stdout:   os.Stdout,
		Stderr:   os.Stderr,
		Terminal: err == nil && info.Mode()&os.ModeCharDevice != 0,
		Open:     desktop.Open,

		MemoryFile: kept,
	}))
}
