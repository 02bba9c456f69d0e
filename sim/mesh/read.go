package mesh

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
)

// Names are the endings of the names of meshes, for messages.
const Names = ".stl, .obj or .ply"

// IsName reports whether a file is called as meshes are.
func IsName(file string) bool {
	switch strings.ToLower(filepath.Ext(file)) {
	case ".stl", ".obj", ".ply":
		return true
	}
	return false
}

// Read reads a mesh file by its extension (.stl, .obj, .ply), and by its content where
// that contradicts or the extension says nothing. The error names the file and the line,
// or the triangle and byte offset.
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

// reader chooses the reader of a file, nil if there is none. Only OBJ, which has no mark
// of its own, depends on the name alone.
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
