package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// The licences that ship are those of the modules that the program is built with now.
// Run "go run ./assets/licences" after a change of go.mod.
func TestCommittedLicencesAreOfTheseModules(t *testing.T) {
	want, err := collect()
	if err != nil {
		t.Skipf("not all modules are here: %v", err)
	}
	got, err := os.ReadFile(filepath.Join("..", "licences.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("assets/licences.txt is not up to date: run go run ./assets/licences")
	}
}
