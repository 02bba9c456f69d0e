package scene

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/goccy/go-yaml"

	"example.org/tumble/assets"
	"example.org/tumble/sim/files/input"
	"example.org/tumble/sim/limit"
)

// A scene or script may come from a stranger. So it may only read files in its own folder, below that folder, and
// among the shipped files; links do not lead out of these. A person can allow it other folders
// (Options.AllowRead), and can name any file themselves (Options.Set).

// Opener returns the function that reads the files that a scene in the folder dir names: it looks below that
// folder, then among the shipped files. A built-in scene (dir "") has no folder.
//
// Errors name the file, and say if it lies outside the allowed folders, whether the file exists or not.
func Opener(dir string, o Options) func(file string) ([]byte, error) {
	given := namesIn(o.Set)
	return func(file string) ([]byte, error) {
		data, err := readAllowed(dir, file, o)
		if !errors.Is(err, fs.ErrNotExist) && !(errors.Is(err, errOutside) && given[file]) {
			return data, err
		}
		if data, err := fs.ReadFile(assets.FS, filepath.ToSlash(file)); err == nil {
			return data, nil
		}
		if given[file] {
			return o.readData(file)
		}
		return nil, err
	}
}

// mostBytes returns the bound of the size of a file that a scene names.
func mostBytes(file string) *limit.Bound {
	if IsSaved(file) {
		return limit.StateBytes
	}
	return limit.DataBytes
}

// readData reads a mesh, table or state that a person named.
func (o *Options) readData(file string) ([]byte, error) {
	o.noteRead(file)
	return input.Read(file, mostBytes(file))
}

func (o *Options) noteRead(file string) {
	if o.OnRead != nil {
		o.OnRead(file)
	}
}

// namesIn returns the texts in the values of settings (PATH=VALUE), some of which name files.
func namesIn(set []string) map[string]bool {
	names := map[string]bool{}
	for _, s := range set {
		_, text, _ := strings.Cut(s, "=")
		if value, err := parseValue(text); err == nil {
			collect(value, names)
		}
	}
	return names
}

// collect adds the texts in a value of a document.
func collect(value any, names map[string]bool) {
	switch v := value.(type) {
	case string:
		names[v] = true
	case []any:
		for _, e := range v {
			collect(e, names)
		}
	case yaml.MapSlice:
		for _, e := range v {
			collect(e.Value, names)
		}
	}
}

// errOutside is the error for a file outside the allowed folders.
var errOutside = errors.New("is outside the folder of the scene, which is all that it may read (--allow-read DIR " +
	"allows another folder)")

// readAllowed reads a file below the folder of the scene, or below an allowed folder.
func readAllowed(dir, file string, o Options) ([]byte, error) {
	if dir == "" {
		return nil, &fs.PathError{Op: "open", Path: file, Err: fs.ErrNotExist}
	}
	path := file
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, file)
	}
	at := ways(path)
	for _, d := range append([]string{dir}, o.AllowRead...) {
		for _, root := range ways(d) {
			for _, p := range at {
				below, err := filepath.Rel(root, p)
				if err != nil || !filepath.IsLocal(below) {
					continue
				}
				data, err := readBelow(root, below, path)
				if !errors.Is(err, errOutside) {
					o.noteRead(path)
					return data, err
				}
			}
		}
	}
	return nil, fmt.Errorf("%s: %w", file, errOutside)
}

// ways returns the absolute path of a file or folder, and its path without links if that differs.
func ways(path string) (list []string) {
	whole, err := filepath.Abs(path)
	if err != nil {
		return nil
	}
	list = append(list, whole)
	if plain, err := filepath.EvalSymlinks(whole); err == nil && plain != whole {
		list = append(list, plain)
	}
	return list
}

// readBelow reads a file below a folder; no link in the path of the file can lead out of the folder.
func readBelow(folder, file, name string) ([]byte, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	f, err := root.OpenFile(file, input.Flags, 0)
	if err != nil {
		if system := syscall.Errno(0); !errors.As(err, &system) {
			return nil, errOutside // a link leads out: os.Root then returns an error that is not from the system
		}
		return nil, fmt.Errorf("%s: %w", name, errors.Unwrap(err))
	}
	defer f.Close()
	return input.From(f, name, mostBytes(name))
}
