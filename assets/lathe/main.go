// Command lathe makes the meshes that ship with the program and writes them as binary STL
// into a folder. Run it in the root of the repository:
//
//	go run ./assets/lathe
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/mesh"
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
		if err := outfile.Write(filepath.Join(*folder, p.file), p.make().WriteSTL); err != nil {
			fmt.Fprintln(os.Stderr, "lathe:", err)
			os.Exit(1)
		}
	}
}
