// Command assemble writes the vector kernels as assembly of package example.org/tumble/sim/internal/wide:
// one file for processors with AVX-512 and one for processors with AVX2, and as a module for WebAssembly. The Go
// compiler puts each number that is needed again later on the stack, knows only half of the registers of AVX-512 and
// no vectors of WebAssembly: its kernels would take up to twice as long.
//
// The command records the text of the kernels (package kernel) as programs (package ir), lowers these to
// operations of the processor (lower.go), assigns registers to the results (registers.go) and writes the
// instructions (write.go). The module for WebAssembly is written straight from the programs (module.go). Run
// it after a change to one of them:
//
//	go generate ./sim/internal/wide
package main

import (
	"bytes"
	"fmt"
	"os"

	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/internal/wide/kernel"
)

// files are the files to write.
var files = []struct {
	name  string
	write func() ([]byte, error)
}{
	{"avx512_amd64.s", func() ([]byte, error) { return written(avx512, "AVX512") }},
	{"avx2_amd64.s", func() ([]byte, error) { return written(avx2, "AVX2") }},
	{"simd128.wasm", module},
}

func main() {
	for _, f := range files {
		data, err := f.write()
		if err == nil {
			err = outfile.WriteBytes(f.name, data)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "assemble:", err)
			os.Exit(1)
		}
	}
}

// written returns the assembly for a processor.
func written(t target, processor string) ([]byte, error) {
	var kernels, table, out bytes.Buffer
	var c constants
	stack := line
	list := kernel.List()
	for i, k := range list {
		needed, err := write(&kernels, t, &c, k.Name+processor, k.Record())
		if err != nil {
			return nil, err
		}
		stack = max(stack, needed+line)
		fmt.Fprintf(&table, "DATA ·kernels%s<>+%d(SB)/8, $·%s<>(SB)\n", processor, 8*i, k.Name+processor)
	}
	fmt.Fprintf(&out, entry, processor, stack, line-1, frame, line-1)
	out.Write(table.Bytes())
	fmt.Fprintf(&out, "GLOBL ·kernels%s<>(SB), RODATA, $%d\n", processor, 8*len(list))
	out.Write(kernels.Bytes())
	out.WriteByte('\n')
	out.Write(c.text.Bytes())
	return out.Bytes(), nil
}

// entry begins a file, with the function that calls kernels. Only this function has a stack frame: the Go
// runtime must know the frame of a function whose stack it may move, and it knows this only of functions
// that are declared in Go.
const entry = `// Code generated from package kernel by go generate ./sim/internal/wide. DO NOT EDIT.

#include "textflag.h"
#include "funcdata.h"

// func run%[1]s(kernel uintptr, arguments unsafe.Pointer)
TEXT ·run%[1]s(SB), 0, $%[2]d-16
	NO_LOCAL_POINTERS
	MOVQ kernel+0(FP), CX
	MOVQ arguments+8(FP), AX
	LEAQ %[3]d(SP), %[4]s
	ANDQ $~%[5]d, %[4]s
	LEAQ ·kernels%[1]s<>(SB), DX
	MOVQ (DX)(CX*8), CX
	CALL CX
	VZEROUPPER
	RET

`
