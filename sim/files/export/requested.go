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

// A scene file may request exports itself, and the scene file may come from a stranger. So that it cannot overwrite
// the user's files, the exports that it requests are written only below a folder that the user names, or a new one,
// under file names of their formats, never through a symbolic link, and never over a file of another program.

// mark is the text in the head of an XML file by which this program recognizes its own files.
const mark = `writer="Tumble"`

// headBytes is the length of the part at the beginning of a file that is searched for the mark.
const headBytes = 1 << 10

// NewFolder creates a folder inside another for the exports that a scene requests. The new folder is named after
// the scene: NAME-export, or NAME-export-2 and so on if that name is taken.
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

// OpenRequested starts the exports that a scene requests, in a new folder inside another, and returns the path of the
// new folder.
//
// Errors: the errors of Below and Open; the new folder is then removed.
func OpenRequested(in, scene string, outputs []run.Output) (*Session, string, error) {
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

// Below returns the exports that a scene requests, with their paths moved below an existing folder. It writes nothing.
//
// Errors: a path that leads out of the folder or through a symbolic link; a file name that the format does not use; an
// existing file that the export would overwrite and that this program did not write.
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
			err = f.allow(root, filepath.Clean(o.Path))
		}
		if err != nil {
			return nil, fmt.Errorf("the scene's export: %s: %w", o.Format, err)
		}
		o.Path = filepath.Join(folder, o.Path)
	}
	return outputs, nil
}

// inside refuses a path that leads out of the folder, or through a symbolic link.
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

// checkWriter refuses an existing file whose first bytes do not look like a file of this program.
func checkWriter(root *os.Root, path string, looks func(head string) bool) error {
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

// checkExt refuses a file name without the given extension.
func checkExt(path, ext string) error {
	if !strings.EqualFold(filepath.Ext(path), ext) {
		return fmt.Errorf("the file must end in %s, got %q", ext, path)
	}
	return nil
}

// allowCSV refuses a path where a scene may not write its table, or the file of metadata beside the table.
func allowCSV(root *os.Root, path string) error {
	if err := checkExt(path, ".csv"); err != nil {
		return err
	}
	err := checkWriter(root, path, func(head string) bool {
		return strings.HasPrefix(head, strings.Join(series.Headings(series.General())[:4], ",")+",")
	})
	if err != nil {
		return err
	}
	return checkWriter(root, path+metadataEnd, func(head string) bool {
		return strings.Contains(head, `"dc:creator": "Tumble `)
	})
}

// allowFile returns the check of a format with one file: its name must have the extension, and an existing file must
// contain the text head in its first bytes, which shows that this program wrote it.
func allowFile(ext, head string) func(*os.Root, string) error {
	return func(root *os.Root, path string) error {
		if err := checkExt(path, ext); err != nil {
			return err
		}
		return checkWriter(root, path, func(first string) bool { return strings.Contains(first, head) })
	}
}

// allowNew returns the check of a format whose files do not show which program wrote them: it refuses every existing
// file.
func allowNew(ext string) func(*os.Root, string) error {
	return func(root *os.Root, path string) error {
		if err := checkExt(path, ext); err != nil {
			return err
		}
		return checkWriter(root, path, func(string) bool { return false })
	}
}

// allowPLY refuses a folder where a scene may not write its PLY files. The export removes all files that the folder's
// list names, so a forged list must not name files of another kind.
func allowPLY(root *os.Root, path string) error {
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

// allowVTK refuses a folder where a scene may not write its VTK series.
func allowVTK(root *os.Root, path string) error {
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
			if err := checkWriter(root, filepath.Join(path, e.Name()), func(head string) bool {
				return strings.Contains(head, mark)
			}); err != nil {
				return err
			}
		}
	}
	// The next export removes all files that the folder's list names: a forged list must not name other files.
	listed, err := outfile.Listed(filepath.Join(root.Name(), path), "vtk")
	for _, name := range listed {
		if !isSeries(name) {
			return fmt.Errorf("the list of files in %s names %q, which is none of a series", filepath.Join(root.Name(), path),
				name)
		}
	}
	return err
}

// isSeries reports whether a name is one that a VTK export gives to its files.
func isSeries(name string) bool {
	stem, ext, _ := strings.Cut(name, ".")
	number, numbered := strings.CutSuffix(ext, ".vtp")
	part := slices.Contains(PartNames(), stem)
	return name == stateFile || part && (ext == "pvd" || numbered && strings.Trim(number, "0123456789") == "")
}
