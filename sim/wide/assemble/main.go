// Command assemble writes the vector kernels of package tumble/sim/wide/hot as assembly: for
// processors with AVX-512 and, in package four/hot, for those with AVX2. The Go compiler puts each
// number on the stack that it needs again later, and knows only half of the registers that AVX-512
// has: kernels that it makes take up to twice as long.
//
// It runs the text of the kernels, copied by halve to package hot beside it, on symbols in
// place of numbers, and writes down what they do. Run it after a change to one of them:
//
//	go generate ./sim/wide
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"tumble/sim/outfile"
	"tumble/sim/wide/assemble/hot"
	"tumble/sim/wide/assemble/symbol"
)

// file is one that is made.
type file struct {
	name string
	data []byte
}

func main() {
	root := flag.String("root", ".", "root `folder` of the repository")
	flag.Parse()
	for _, f := range written() {
		if err := outfile.WriteBytes(filepath.Join(*root, f.name), f.data); err != nil {
			fmt.Fprintln(os.Stderr, "assemble:", err)
			os.Exit(1)
		}
	}
}

// written returns all files.
func written() []file {
	return append(writtenFor(symbol.Eight, "sim/wide/hot/"), writtenFor(symbol.Four, "sim/wide/four/hot/")...)
}

// writtenFor returns the assembly for so many lanes, and Go text that declares it and does not compile
// if arguments are laid out otherwise.
func writtenFor(lanes symbol.Lanes, folder string) []file {
	const made = "// Code generated from package sim/wide/hot by go generate ./sim/wide. DO NOT EDIT.\n\n//go:build goexperiment.simd && amd64\n\n"
	var s, g bytes.Buffer
	s.WriteString(made + "#include \"textflag.h\"\n")
	g.WriteString(made + "package hot\n\nimport \"unsafe\"\n")
	var constants symbol.Constants
	checked := map[string]bool{}
	for _, k := range hot.List() {
		fields := constants.Write(&s, lanes, k.Name, k.Type, k.Arguments, k.Run)
		fmt.Fprintf(&g, "\n//go:noescape\nfunc %s(a *%s)\n", k.Name, k.Type)
		if checked[k.Type] {
			continue
		}
		checked[k.Type] = true
		g.WriteString("\nconst (\n")
		for _, f := range fields {
			fmt.Fprintf(&g, "\t_ = -(unsafe.Offsetof(%s{}.%s) - %d)\n", k.Type, f.Name, f.Offset)
		}
		g.WriteString(")\n")
	}
	constants.Declare(&s)
	return []file{{folder + "hot_amd64.s", s.Bytes()}, {folder + "layout.go", g.Bytes()}}
}
