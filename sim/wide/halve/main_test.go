package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// Kernels of four lanes are what this program makes of those of eight.
func TestCommittedFilesAreTheMadeOnes(t *testing.T) {
	const root = "../../.."
	for _, c := range copies {
		want, err := copied(root, c.from, c.to)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(root, c.to))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(bytes.ReplaceAll(got, []byte("\r\n"), []byte("\n")), want) {
			t.Errorf("%s is not what is made of %s: run go generate ./sim/wide", c.to, c.from)
		}
	}
}
