// Command lathe makes the meshes that ship with the program and writes them as binary STL
// into a folder. Run it in the root of the repository:
//
//	go run ./assets/lathe
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"tumble/sim/mesh"
)

// pieces are the files with what makes them.
var pieces = []struct {
	file string
	make func() *mesh.Mesh
}{
	{"pill-bottle.stl", bottle},
	{"hopper.stl", hopper},
	{"drum.stl", drum},
	{"band.stl", band},
}

func main() {
	folder := flag.String("o", "assets", "`folder` to write to")
	flag.Parse()
	for _, p := range pieces {
		if err := write(filepath.Join(*folder, p.file), p.make()); err != nil {
			fmt.Fprintln(os.Stderr, "lathe:", err)
			os.Exit(1)
		}
	}
}

// write puts a mesh in the named file, whole or not at all.
func write(name string, m *mesh.Mesh) error {
	var stl bytes.Buffer
	if err := m.WriteSTL(&stl); err != nil {
		return err
	}
	beside := name + ".part"
	if err := os.WriteFile(beside, stl.Bytes(), 0o644); err != nil {
		return err
	}
	return os.Rename(beside, name)
}
