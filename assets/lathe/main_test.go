package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestCommittedFilesAreTheMadeOnes: the meshes in assets/ are what this program writes.
// Run "go run ./assets/lathe" after a change to one of them.
func TestCommittedFilesAreTheMadeOnes(t *testing.T) {
	for _, p := range pieces {
		made := filepath.Join(t.TempDir(), p.file)
		if err := write(made, p.make()); err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(made)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join("..", p.file))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("assets/%s (%d bytes) differs from what the lathe makes (%d bytes)", p.file, len(got), len(want))
		}
	}
}
