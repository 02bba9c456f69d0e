// Command write writes the sign of the program as PNG files, in the folders that desktops look for icons in:
//
//	go run ./assets/appicon/write FOLDER
//
// makes FOLDER/64x64/apps/tumble.png and those of other sizes.
package main

import (
	"fmt"
	"image/png"
	"io"
	"os"
	"path/filepath"

	"example.org/tumble/assets/appicon"
	"example.org/tumble/sim/files/outfile"
)

// sizes are those of the icon theme that all desktops fall back to, in pixels.
var sizes = []int{16, 24, 32, 48, 64, 128, 256, 512}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: write FOLDER")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "write:", err)
		os.Exit(1)
	}
}

func write(folder string) error {
	for _, size := range sizes {
		dir := filepath.Join(folder, fmt.Sprintf("%dx%d", size, size), "apps")
		if err := outfile.MakeFolder(dir); err != nil {
			return err
		}
		err := outfile.Write(filepath.Join(dir, "tumble.png"), func(w io.Writer) error {
			return png.Encode(w, appicon.Draw(size))
		})
		if err != nil {
			return err
		}
	}
	return nil
}
