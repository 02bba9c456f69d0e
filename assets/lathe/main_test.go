package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestCommittedBottleIsTheTurnedOne: the file in assets/ is what this program writes.
// Run "go run ./assets/lathe" after a change to the profile.
func TestCommittedBottleIsTheTurnedOne(t *testing.T) {
	turned := filepath.Join(t.TempDir(), "bottle.stl")
	if err := write(turned); err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(turned)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../pill-bottle.stl")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("assets/pill-bottle.stl (%d bytes) differs from what the lathe turns (%d bytes)", len(got), len(want))
	}
}
