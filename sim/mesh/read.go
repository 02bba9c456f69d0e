package mesh

import (
	"fmt"
	"path/filepath"
	"strings"
)

// Read reads a mesh file by its extension (.stl), and by its content where the extension
// says nothing. The error names the file and the line, or the triangle and byte offset.
func Read(name string, data []byte) (Soup, error) {
	read := readSTL
	switch extension := strings.ToLower(filepath.Ext(name)); {
	case extension == ".stl", isSTL(data):
	default:
		return Soup{}, fmt.Errorf("mesh: read %s: unknown kind of file, got extension %q (.stl)", name, extension)
	}
	s, err := read(data)
	if err != nil {
		return Soup{}, fmt.Errorf("mesh: read %s: %w", name, err)
	}
	return s, nil
}
