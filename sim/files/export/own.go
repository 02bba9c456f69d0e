package export

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/measure/series"
	"example.org/tumble/sim/run"
)

// A scene may itself ask for exports, and may come from a stranger. Its exports go below a folder
// that the user names, or a new one, with the names of its format, through no link, and over
// no file but those that this program wrote.

// mark says in the head of an XML file that this program wrote it.
const mark = `writer="Tumble"`

// headBytes is how far from its beginning a file is searched for the mark.
const headBytes = 1 << 10

// NewFolder makes a new folder in another one for what a scene itself asks for, named after
// the scene: NAME-export, or NAME-export-2 and so on.
func NewFolder(in, scene string) (string, error) {
	base := filepath.Base(scene)
	stem := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-_.", r) {
			return r
		}
		return '-'
	}, strings.TrimSuffix(base, filepath.Ext(base)))
	if strings.Trim(stem, "-.") == "" {
		stem = "scene"
	}
	for n := 1; ; n++ {
		name := filepath.Join(in, stem+"-export")
		if n > 1 {
			name = fmt.Sprintf("%s-%d", name, n)
		}
		if err := outfile.MakeNewFolder(name); !errors.Is(err, fs.ErrExist) {
			return name, err
		}
	}
}

// OpenOwn starts writing what a scene itself asks for, into a new folder in another one, and
// returns the folder.
//
// Errors are those of Below and Open; nothing is left then.
func OpenOwn(in, scene string, outputs []run.Output) (*Session, string, error) {
	folder, err := NewFolder(in, scene)
	if err != nil {
		return nil, "", err
	}
	outputs, err = Below(folder, outputs)
	var s *Session
	for _, o := range outputs {
		if err == nil {
			err = outfile.MakeFolder(filepath.Dir(o.Path))
		}
	}
	if err == nil {
		s, err = Open(outputs, "")
	}
	if err != nil {
		os.RemoveAll(folder)
	}
	return s, folder, err
}

// Below returns what a scene itself asks for, placed below a folder that is there, or why it
// may not be written there. It writes nothing.
//
// Errors: a path that leads out of the folder or through a link, a name that the format
// does not write, a file that would be overwritten and that this program did not write.
func Below(folder string, outputs []run.Output) ([]run.Output, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	outputs = slices.Clone(outputs)
	for i := range outputs {
		o := &outputs[i]
		f, err := format(o.Format)
		if err == nil {
			err = inside(root, o.Path)
		}
		if err == nil {
			err = f.own(root, filepath.Clean(o.Path))
		}
		if err != nil {
			return nil, fmt.Errorf("the scene's export: %s: %w", o.Format, err)
		}
		o.Path = filepath.Join(folder, o.Path)
	}
	return outputs, nil
}

// inside refuses a path that leads out of the folder, or through a link.
func inside(root *os.Root, path string) error {
	if !filepath.IsLocal(path) || strings.ContainsFunc(path, unicode.IsControl) {
		return fmt.Errorf("the path must stay within the folder of the exports, got %q", path)
	}
	parts := strings.Split(filepath.Clean(path), string(filepath.Separator))
	for i := range parts {
		at := filepath.Join(parts[:i+1]...)
		info, err := root.Lstat(at)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case info.Mode()&fs.ModeSymlink != 0:
			return fmt.Errorf("the path must not lead through a link, and %q is one", at)
		}
	}
	return nil
}

// wrote refuses a file that is there and does not look as this program writes it.
func wrote(root *os.Root, path string, looks func(head string) bool) error {
	info, err := root.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	no := fmt.Errorf("%s is there, and not written by this program: it stays as it is", filepath.Join(root.Name(), path))
	if err != nil || !info.Mode().IsRegular() {
		return no
	}
	f, err := root.Open(path)
	if err != nil {
		return no
	}
	defer f.Close()
	head := make([]byte, headBytes)
	n, err := io.ReadFull(f, head)
	if err != nil && err != io.ErrUnexpectedEOF || !looks(string(head[:n])) {
		return no
	}
	return nil
}

// ends refuses a file whose name ends in another way.
func ends(path, with string) error {
	if !strings.EqualFold(filepath.Ext(path), with) {
		return fmt.Errorf("the file must end in %s, got %q", with, path)
	}
	return nil
}

// ownCSV reports whether a scene may have its table at a path.
func ownCSV(root *os.Root, path string) error {
	if err := ends(path, ".csv"); err != nil {
		return err
	}
	err := wrote(root, path, func(head string) bool {
		return strings.HasPrefix(head, strings.Join(series.Headings(series.General())[:4], ",")+",")
	})
	if err != nil {
		return err
	}
	return wrote(root, path+metadataEnd, func(head string) bool {
		return strings.Contains(head, `"dc:creator": "Tumble `)
	})
}

// ownFile returns what tells whether a scene may have a file at a path, whose name ends in one way and that has a
// text in its head if this program wrote it.
func ownFile(ext, head string) func(*os.Root, string) error {
	return func(root *os.Root, path string) error {
		if err := ends(path, ext); err != nil {
			return err
		}
		return wrote(root, path, func(first string) bool { return strings.Contains(first, head) })
	}
}

// ownNew returns what lets a scene have a file at a path where there is none: what is in it does not say who wrote
// it.
func ownNew(ext string) func(*os.Root, string) error {
	return func(root *os.Root, path string) error {
		if err := ends(path, ext); err != nil {
			return err
		}
		return wrote(root, path, func(string) bool { return false })
	}
}

// ownPLY reports whether a scene may have its files in a folder: those that a list names are removed first.
func ownPLY(root *os.Root, path string) error {
	listed, err := outfile.Listed(filepath.Join(root.Name(), path), "ply")
	for _, name := range listed {
		if !strings.HasPrefix(name, "moment.") || filepath.Ext(name) != ".ply" {
			return fmt.Errorf("the list of files in %s names %q, which is none of a series", filepath.Join(root.Name(), path),
				name)
		}
	}
	if err != nil || len(listed) > 0 {
		return err
	}
	if _, err := root.Stat(filepath.Join(path, "moment.000001.ply")); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s holds files that are there, and not written by this program", filepath.Join(root.Name(), path))
	}
	return nil
}

// ownVTK reports whether a scene may have its series in a folder.
func ownVTK(root *os.Root, path string) error {
	folder, err := root.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	entries, err := folder.ReadDir(-1)
	folder.Close()
	if err != nil {
		return fmt.Errorf("the folder %s: %w", path, err)
	}
	for _, e := range entries {
		if isSeries(e.Name()) {
			if err := wrote(root, filepath.Join(path, e.Name()), func(head string) bool {
				return strings.Contains(head, mark)
			}); err != nil {
				return err
			}
		}
	}
	// What a list names is removed when the next export begins.
	listed, err := outfile.Listed(filepath.Join(root.Name(), path), "vtk")
	for _, name := range listed {
		if !isSeries(name) {
			return fmt.Errorf("the list of files in %s names %q, which is none of a series", filepath.Join(root.Name(), path),
				name)
		}
	}
	return err
}

// isSeries reports whether a file is called as those that a VTK export writes.
func isSeries(name string) bool {
	stem, ext, _ := strings.Cut(name, ".")
	number, numbered := strings.CutSuffix(ext, ".vtp")
	part := slices.Contains(PartNames(), stem)
	return name == stateFile || part && (ext == "pvd" || numbered && strings.Trim(number, "0123456789") == "")
}
