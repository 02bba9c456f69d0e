package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// Contract: the committed assembly is the assembly that this program makes from the text of the kernels.
func TestCommittedFilesAreTheMadeOnes(t *testing.T) {
	for _, f := range files {
		want, err := written(f.target, f.processor)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join("..", f.name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(bytes.ReplaceAll(got, []byte("\r\n"), []byte("\n")), want) {
			t.Errorf("%s is not what is made of the kernels: run go generate ./sim/internal/wide", f.name)
		}
	}
}
