package outfile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// WriteFolder writes a folder of the files that fill writes into the one that it is given. It appears whole under its
// name or not at all, in the place of one that is there, with all that this holds.
func WriteFolder(name string, fill func(folder string) error) error {
	name = filepath.Clean(name)
	if err := MakeFolder(filepath.Dir(name)); err != nil {
		return err
	}
	part := filepath.Join(filepath.Dir(name), fmt.Sprintf(".%s.%d%s", filepath.Base(name), os.Getpid(), partEnd))
	fail := func(err error) error { return fmt.Errorf("write folder %s: %w", name, bare(err)) }
	if err := mkdir(part); err != nil {
		return fail(err)
	}
	defer os.RemoveAll(part)
	if err := fill(part); err != nil {
		return err
	}
	old := part + ".old"
	replaced := rename(name, old) == nil
	if err := rename(part, name); err != nil {
		if replaced {
			err = errors.Join(err, rename(old, name))
		}
		return fail(err)
	}
	return os.RemoveAll(old)
}
