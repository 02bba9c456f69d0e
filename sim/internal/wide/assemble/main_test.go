package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// Contract: the committed assembly and module are those that this program makes from the text of the kernels.
func TestCommittedFilesAreTheMadeOnes(t *testing.T) {
	for _, f := range files {
		want, err := f.write()
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join("..", f.name))
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Ext(f.name) == ".s" {
			got = bytes.ReplaceAll(got, []byte("\r\n"), []byte("\n"))
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what is made of the kernels: run go generate ./sim/internal/wide", f.name)
		}
	}
}
