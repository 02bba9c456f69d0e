//go:build js

// Command page is the engine within a page, compiled to WebAssembly. It runs in a worker of the page and waits for
// its script, assets/replay/worker.js, to call one of these functions:
//
//	program()      returns which program the engine is part of
//	open(run, starts)
//	               reads the run of the page, and where runs with other seeds begin, as Uint8Arrays
//	check()        begins the author's run anew
//	attempt(set, step)
//	               begins a variant, of a list of keys and values as JSON, which leaves the author's run at a step
//	next()         computes one moment, and returns what there is to say of it as JSON
//	poses()        returns the moments of the variant: head, poses, forces, meshes and slices as bytes
//	file()         returns the variant as a run file
//
// Each returns what it is asked for, or an Error.
package main

import (
	"encoding/json"
	"errors"
	"syscall/js"

	"example.org/tumble/sim/files/export/replay/live"
	"example.org/tumble/sim/run"
)

// sources names the sources of the engine. The linker sets it, as in the program, which looks for it here.
var sources string

func main() {
	var e *live.Engine
	opened := func() error {
		if e == nil {
			return errors.New("no run was opened")
		}
		return nil
	}
	functions := map[string]func(args []js.Value) (any, error){
		"program": func([]js.Value) (any, error) {
			p, _ := run.ThisProgram()
			if p.Commit == "" && sources != "" {
				return p.String() + " (" + sources + ")", nil
			}
			return p.String(), nil
		},
		"open": func(args []js.Value) (_ any, err error) {
			e, err = live.Open(bytesIn(args[0]), bytesIn(args[1]))
			return nil, err
		},
		"check": func([]js.Value) (any, error) { return nil, e.Check() },
		"attempt": func(args []js.Value) (any, error) {
			var values []live.Value
			if err := json.Unmarshal([]byte(args[0].String()), &values); err != nil {
				return nil, err
			}
			return nil, e.Try(values, int64(args[1].Int()))
		},
		"next": func([]js.Value) (any, error) {
			r, err := e.Next()
			if err != nil {
				return nil, err
			}
			text, err := json.Marshal(r)
			return string(text), err
		},
		"poses": func([]js.Value) (any, error) {
			d, err := e.Poses()
			return []any{bytesOf(d.Head), bytesOf(d.Poses), bytesOf(d.Forces), bytesOf(d.Meshes),
				bytesOf(d.Slices)}, err
		},
		"file": func([]js.Value) (any, error) {
			data, err := e.File()
			return bytesOf(data), err
		},
	}
	all := js.Global().Get("Object").New()
	for name, do := range functions {
		all.Set(name, js.FuncOf(func(_ js.Value, args []js.Value) any {
			if err := opened(); err != nil && name != "open" && name != "program" {
				return js.Global().Get("Error").New(err.Error())
			}
			result, err := do(args)
			if err != nil {
				return js.Global().Get("Error").New(err.Error())
			}
			return result
		}))
	}
	js.Global().Call("engineReady", all)
	select {} // until the page is closed
}

// bytesIn returns the bytes of a Uint8Array.
func bytesIn(a js.Value) []byte {
	data := make([]byte, a.Length())
	js.CopyBytesToGo(data, a)
	return data
}

// bytesOf returns data as a Uint8Array.
func bytesOf(data []byte) any {
	a := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(a, data)
	return a
}
