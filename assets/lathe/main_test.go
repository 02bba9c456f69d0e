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
		var want bytes.Buffer
		if err := p.make().WriteSTL(&want); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join("..", p.file))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want.Bytes()) {
			t.Errorf("assets/%s (%d bytes) differs from what the lathe makes (%d bytes)", p.file, len(got), want.Len())
		}
	}
}
