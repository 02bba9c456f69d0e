package render

import (
	"fmt"
	"os"
	"runtime"
	"testing"

	"example.org/tumble/render/internal/gpu"
)

// All OpenGL calls run on the main thread, where TestMain serves them; the tests
// themselves run on another goroutine. Drawing is always by Mesa's software renderer, so
// that pictures are the same everywhere.

func init() { runtime.LockOSThread() }

var (
	jobs     = make(chan func())
	renderer *Renderer
)

func TestMain(m *testing.M) {
	os.Setenv("LIBGL_ALWAYS_SOFTWARE", "1")
	gpu.Checked = true
	off, err := OpenOffscreen()
	if err == nil {
		renderer, err = New()
	}
	if err != nil {
		// No skip: a run without pictures must not look like one that tested them.
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := make(chan int)
	go func() { code <- m.Run() }()
	for {
		select {
		case job := <-jobs:
			job()
		case c := <-code:
			renderer.Close()
			off.Close()
			os.Exit(c)
		}
	}
}

// onGL runs f on the thread of the OpenGL context and waits for it.
func onGL(f func()) {
	done := make(chan struct{})
	jobs <- func() {
		defer close(done)
		f()
	}
	<-done
}
