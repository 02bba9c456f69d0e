package mesh

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
)

// Names lists the extensions of mesh files, for messages.
const Names = ".stl, .obj or .ply"

// IsName reports whether the name of a file has the extension of a mesh file.
func IsName(file string) bool {
	switch strings.ToLower(filepath.Ext(file)) {
	case ".stl", ".obj", ".ply":
		return true
	}
	return false
}

// Read reads a mesh file in the format of its extension (.stl, .obj, .ply). A file that begins
// with "ply" is read as PLY whatever its extension, and a file with an unknown extension is read
// as STL if it looks like STL. The error names the file and the line, or the triangle and byte
// offset.
func Read(name string, data []byte) (Soup, error) {
	read := reader(name, data)
	if read == nil {
		return Soup{}, fmt.Errorf("mesh: read %s: unknown kind of file, got extension %q (.stl, .obj, .ply)",
			name, filepath.Ext(name))
	}
	s, err := read(data)
	if err != nil {
		return Soup{}, fmt.Errorf("mesh: read %s: %w", name, err)
	}
	return s, nil
}

// reader chooses the reader of a file, nil if there is none. Only OBJ depends on the name alone,
// because OBJ files do not begin with a mark.
func reader(name string, data []byte) func([]byte) (Soup, error) {
	extension := strings.ToLower(filepath.Ext(name))
	switch {
	case bytes.HasPrefix(data, []byte("ply\n")), bytes.HasPrefix(data, []byte("ply\r")), extension == ".ply":
		return readPLY
	case extension == ".obj":
		return readOBJ
	case extension == ".stl", isSTL(data):
		return readSTL
	}
	return nil
}
