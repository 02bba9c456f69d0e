// Command assemble writes the vector kernels of package tumble/sim/wide/hot as assembly for
// processors with AVX-512. The Go compiler knows only half of the registers that these have, and
// what does not find room goes to memory and back: kernels take twice as long as they need.
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

	"tumble/sim/wide/assemble/hot"
	"tumble/sim/wide/assemble/symbol"
)

const folder = "sim/wide/hot"

// file is one that is made, in that folder.
type file struct {
	name string
	data []byte
}

func main() {
	root := flag.String("root", ".", "root `folder` of the repository")
	flag.Parse()
	for _, f := range written() {
		if err := write(filepath.Join(*root, folder, f.name), f.data); err != nil {
			fmt.Fprintln(os.Stderr, "assemble:", err)
			os.Exit(1)
		}
	}
}

// write puts a file in its place, whole or not at all.
func write(name string, data []byte) error {
	beside := name + ".part"
	if err := os.WriteFile(beside, data, 0o644); err != nil {
		return err
	}
	return os.Rename(beside, name)
}

// written returns the assembly, and Go text that declares it and does not compile if arguments are
// laid out otherwise.
func written() []file {
	const made = "// Code generated from the kernels here by go generate ./sim/wide. DO NOT EDIT.\n\n//go:build goexperiment.simd && amd64\n\n"
	var s, g bytes.Buffer
	s.WriteString(made + "#include \"textflag.h\"\n")
	g.WriteString(made + "package hot\n\nimport \"unsafe\"\n")
	var constants symbol.Constants
	checked := map[string]bool{}
	for _, k := range hot.List() {
		fields := constants.Write(&s, k.Name, k.Type, k.Arguments, k.Run)
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
	return []file{{"hot_amd64.s", s.Bytes()}, {"layout.go", g.Bytes()}}
}
