// Command halve writes the vector kernels of four lanes, which are copies of those of eight:
// package tumble/sim/wide/four takes the place of tumble/sim/wide, and names that end in
// Wide end in Four. Whatever a file of kernels declares must therefore end in Wide, also
// what is not exported, but for kernels in a package of their own. It also writes the copies
// that command assemble runs. Run it after a change to one of them:
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
	"strings"

	"tumble/sim/outfile"
)

// copies are the files with what is made of them.
var copies = []struct{ from, to string }{
	{"sim/wide/algebra.go", "sim/wide/four/algebra.go"},
	{"sim/wide/algebra.go", symbols + "symbol/algebra.go"},
	{"sim/wide/vectors.go", "sim/wide/four/vectors.go"},
	{"sim/wide/hot/friction.go", "sim/wide/four/hot/friction.go"},
	{"sim/wide/hot/friction.go", symbols + "hot/friction.go"},
	{"sim/wide/hot/run.go", "sim/wide/four/hot/run.go"},
	{"sim/wide/hot/hot_test.go", "sim/wide/four/hot/hot_test.go"},
	{"sim/wide/hot/motion.go", "sim/wide/four/hot/motion.go"},
	{"sim/wide/hot/motion.go", symbols + "hot/motion.go"},
	{"sim/wide/hot/sums.go", "sim/wide/four/hot/sums.go"},
	{"sim/wide/hot/sums.go", symbols + "hot/sums.go"},
	{"sim/wide/hot/touches.go", "sim/wide/four/hot/touches.go"},
	{"sim/wide/hot/touches.go", symbols + "hot/touches.go"},
	{"sim/wide/wide_test.go", "sim/wide/four/four_test.go"},
	{"sim/narrow/wide.go", "sim/narrow/four.go"},
	{"sim/narrow/wide_test.go", "sim/narrow/four_test.go"},
	{"sim/narrow/spread_wide.go", "sim/narrow/spread_four.go"},
	{"sim/narrow/spread_wide_test.go", "sim/narrow/spread_four_test.go"},
	{"sim/broad/grid_wide.go", "sim/broad/grid_four.go"},
	{"sim/shapes_wide.go", "sim/shapes_four.go"},
	{"sim/touching_wide.go", "sim/touching_four.go"},
	{"sim/spreading_wide.go", "sim/spreading_four.go"},
	{"sim/forces_wide.go", "sim/forces_four.go"},
	{"sim/laws_wide.go", "sim/laws_four.go"},
	{"sim/integrate_wide.go", "sim/integrate_four.go"},
}

// symbols is where copies go that are run to find out what a kernel does; see assemble.
const symbols = "sim/wide/assemble/"

// change is made in each copy of some kind, one after the other.
type change struct {
	what *regexp.Regexp
	by   string
}

var inSymbols = []change{
	{regexp.MustCompile(`(?m)^//go:build .*\n\n`), ``},
	{regexp.MustCompile(`(?m)^package wide$`), `package symbol`},
	{regexp.MustCompile(`"tumble/sim/wide"`), `wide "tumble/sim/wide/assemble/symbol"`},
}

var inFour = []change{
	{regexp.MustCompile(`(?m)^package wide$`), `package four`},
	{regexp.MustCompile(`"tumble/sim/wide"`), `wide "tumble/sim/wide/four"`},
	{regexp.MustCompile(`"tumble/sim/wide/hot"`), `"tumble/sim/wide/four/hot"`},
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
	text, err := copied(root, from, to)
	if err != nil {
		return err
	}
	return outfile.WriteBytes(filepath.Join(root, to), text)
}

// copied returns what is made of a file.
func copied(root, from, to string) ([]byte, error) {
	changes := inFour
	if strings.HasPrefix(to, symbols) {
		changes = inSymbols
	}
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
