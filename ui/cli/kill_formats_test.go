//go:build unix && !headless

package cli

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// formatsToKill are the writers of what other programs read.
var formatsToKill = []killed{
	{"webm", "record clump --until 300ms --size 160x120 --quality fast -o DIR/a.webm", func(t *testing.T, dir string) {
		wholeVideo(t, filepath.Join(dir, "a.webm"))
	}, []string{"a.webm"}},
	{"gif", "record clump --until 300ms --size 160x120 --quality fast -o DIR/a.gif", func(t *testing.T, dir string) {
		wholeVideo(t, filepath.Join(dir, "a.gif"))
	}, []string{"a.gif"}},
	{"gsd", "run SCENE --steps 6 --gsd DIR/a.gsd --every 1steps", eachFile("*.gsd", 1, func(b []byte) bool {
		word := func(at int) uint64 { return binary.LittleEndian.Uint64(b[at:]) }
		return len(b) > 256 && word(8)+32*word(16) == uint64(len(b)) // the index is last
	}), []string{"a.gsd"}},
	{"parquet", "run SCENE --steps 6 --parquet DIR/a.parquet --every 1steps", eachFile("*.parquet", 1,
		func(b []byte) bool {
			return bytes.HasPrefix(b, []byte("PAR1")) && bytes.HasSuffix(b, []byte("PAR1"))
		}), []string{"a.parquet"}},
	{"lammps", "run SCENE --steps 6 --lammps DIR/a.dump --every 1steps", eachFile("*.dump", 1, wholeDump),
		[]string{"a.dump"}},
	{"contacts", "run SCENE --steps 6 --contacts DIR/a.csv --every 1steps", func(t *testing.T, dir string) {
		wholeTable(t, filepath.Join(dir, "a.csv"))
		wholeFile(t, filepath.Join(dir, "a.csv-metadata.json"))
	}, []string{"a.csv", "a.csv-metadata.json"}},
	{"ply", "run SCENE --steps 6 --ply DIR --every 1steps", eachFile("*.ply", 0, wholePLY),
		[]string{".ply.files", "moment.00000[0-7].ply"}},
	{"glb", "run SCENE --steps 3 --state DIR/a.glb", eachFile("*.glb", 1, func(b []byte) bool {
		return len(b) > 12 && binary.LittleEndian.Uint32(b[8:]) == uint32(len(b))
	}), []string{"a.glb"}},
	{"replay", "run SCENE --steps 6 --replay DIR/a.html --every 1steps", eachFile("*.html", 1, func(b []byte) bool {
		return bytes.HasSuffix(b, []byte("</html>\n"))
	}), []string{"a.html"}},
}

// eachFile expects at least so many files of a pattern, and each of them to be whole. A series of files, which begins
// with none, may have been killed before the first.
func eachFile(pattern string, least int, whole func([]byte) bool) func(*testing.T, string) {
	return func(t *testing.T, dir string) {
		t.Helper()
		paths, _ := filepath.Glob(filepath.Join(dir, pattern))
		if len(paths) < least {
			t.Errorf("no file %s: the one of the run before is gone", pattern)
		}
		for _, path := range paths {
			if b, err := os.ReadFile(path); err != nil || !whole(b) {
				t.Errorf("%s: %v, %d bytes are not whole", path, err, len(b))
			}
		}
	}
}

// wholeDump reports whether each moment of a LAMMPS dump has the lines that it says.
func wholeDump(b []byte) bool {
	moments := strings.Split(string(b), "ITEM: TIMESTEP\n")[1:]
	for _, m := range moments {
		_, count, _ := strings.Cut(m, "ITEM: NUMBER OF ATOMS\n")
		_, rows, _ := strings.Cut(m, "ITEM: ATOMS ")
		_, rows, _ = strings.Cut(rows, "\n")
		rows, _, _ = strings.Cut(rows, "ITEM: ")
		var n int
		if _, err := fmt.Sscan(count, &n); err != nil || strings.Count(rows, "\n") != n || !strings.HasSuffix(rows, "\n") {
			return false
		}
	}
	return len(moments) > 0
}

// wholePLY reports whether a file is as long as its head says: vertices of 27 bytes, triangles of 13.
func wholePLY(b []byte) bool {
	head, data, ok := bytes.Cut(b, []byte("end_header\n"))
	var vertices, faces int
	for line := range strings.Lines(string(head)) {
		fmt.Sscanf(line, "element vertex %d", &vertices)
		fmt.Sscanf(line, "element face %d", &faces)
	}
	return ok && vertices > 0 && len(data) == 27*vertices+13*faces
}
