// Command halve writes the vector kernels of four lanes, which are copies of those of eight:
// package tumble/sim/wide/four takes the place of tumble/sim/wide, and names that end in
// Wide end in Four. Whatever a file of kernels declares must therefore end in Wide, also
// what is not exported. Run it after a change to one of them:
//
//	go generate ./sim/wide
package main

import (
	"bytes"
	"flag"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"regexp"
)

// copies are the files with what is made of them.
var copies = []struct{ from, to string }{
	{"sim/wide/vectors.go", "sim/wide/four/vectors.go"},
	{"sim/wide/wide_test.go", "sim/wide/four/four_test.go"},
	{"sim/narrow/wide.go", "sim/narrow/four.go"},
	{"sim/narrow/wide_test.go", "sim/narrow/four_test.go"},
	{"sim/narrow/spread_wide.go", "sim/narrow/spread_four.go"},
	{"sim/narrow/spread_wide_test.go", "sim/narrow/spread_four_test.go"},
	{"sim/broad/grid_wide.go", "sim/broad/grid_four.go"},
	{"sim/touching_wide.go", "sim/touching_four.go"},
	{"sim/spreading_wide.go", "sim/spreading_four.go"},
	{"sim/forces_wide.go", "sim/forces_four.go"},
	{"sim/laws_wide.go", "sim/laws_four.go"},
	{"sim/integrate_wide.go", "sim/integrate_four.go"},
}

// changes are made one after the other.
var changes = []struct {
	what *regexp.Regexp
	by   string
}{
	{regexp.MustCompile(`(?m)^package wide$`), `package four`},
	{regexp.MustCompile(`"tumble/sim/wide"`), `wide "tumble/sim/wide/four"`},
	{regexp.MustCompile(`(\w)Wide\b`), `${1}Four`},
	{regexp.MustCompile(`\beight\b`), `four`},
	{regexp.MustCompile(`\bAVX-512\b`), `AVX2`},
}

func main() {
	root := flag.String("root", ".", "root `folder` of the repository")
	flag.Parse()
	for _, c := range copies {
		if err := write(*root, c.from, c.to); err != nil {
			fmt.Fprintln(os.Stderr, "halve:", err)
			os.Exit(1)
		}
	}
}

// write puts the copy of a file in its place, whole or not at all.
func write(root, from, to string) error {
	text, err := halved(root, from)
	if err != nil {
		return err
	}
	name := filepath.Join(root, to)
	beside := name + ".part"
	if err := os.WriteFile(beside, text, 0o644); err != nil {
		return err
	}
	return os.Rename(beside, name)
}

// halved returns what is made of a file.
func halved(root, from string) ([]byte, error) {
	text, err := os.ReadFile(filepath.Join(root, from))
	if err != nil {
		return nil, err
	}
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	for _, c := range changes {
		text = c.what.ReplaceAll(text, []byte(c.by))
	}
	text, err = format.Source(append(fmt.Appendf(nil, "// Code generated from %s by go generate ./sim/wide. DO NOT EDIT.\n\n", from), text...))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", from, err)
	}
	return text, nil
}
