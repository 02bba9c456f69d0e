package cli

import (
	"fmt"
	"os"
	"path/filepath"

	"example.org/tumble/sim/files/input"
	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/scene"
)

// wanted is a file, or a folder of files, that a command line asks for.
type wanted struct {
	flag   string
	name   string // empty if not asked for
	folder bool
}

// tryAll checks before the work whether all files that are asked for can be written. Only one result may go to
// standard output; messages for the person then go to standard error. A result must not replace a file that the
// work reads, such as the scene. An exception is --save, which may replace the saved state that the run goes on
// from.
func (c *call) tryAll(command string, list []wanted, json bool, reads ...string) error {
	stdout := ""
	if json {
		stdout = "--json"
	}
	for i, w := range list {
		switch {
		case w.name == "":
			continue
		case w.folder:
			if err := outfile.TryFolder(w.name); err != nil {
				return fmt.Errorf("%s: %w", w.flag, err)
			}
			continue
		case !outfile.IsStdout(w.name):
			if err := outfile.Try(w.name); err != nil {
				return fmt.Errorf("%s: %w", w.flag, err)
			}
		case stdout != "":
			return &usageError{command, fmt.Sprintf("%s: %s and %s cannot both have standard output", command, stdout, w.flag)}
		default:
			stdout = w.flag
			c.resultOnStdout = true
		}
		for _, name := range reads {
			// As a source "-" is standard input, as a result it is standard output.
			if name != input.Standard && sameFile(w.name, name) && !(w.flag == "--save" && scene.IsSaved(name)) {
				return fmt.Errorf("%s: %s is read by this command and stays as it is: give another name", w.flag, w.name)
			}
		}
		for _, other := range list[:i] {
			if !other.folder && sameFile(w.name, other.name) {
				return &usageError{command, fmt.Sprintf("%s: %s and %s cannot both be %s", command, other.flag, w.flag, w.name)}
			}
		}
	}
	return nil
}

// sameFile reports whether two names mean the same file, which need not exist yet.
func sameFile(a, b string) bool {
	one, err := os.Stat(a)
	other, oerr := os.Stat(b)
	if err == nil && oerr == nil {
		return os.SameFile(one, other) && one.Mode()&os.ModeCharDevice == 0
	}
	whole, err := filepath.Abs(a)
	path, oerr := filepath.Abs(b)
	return err == nil && oerr == nil && a != "" && b != "" && whole == path
}
