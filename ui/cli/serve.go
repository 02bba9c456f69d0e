package cli

import (
	"context"
	"fmt"
	"os"
	"runtime"

	"example.org/tumble/sim/limit"
	"example.org/tumble/sim/run"
	"example.org/tumble/ui/serve"
	"example.org/tumble/ui/studio"
)

var serveCommand = command{
	name: "serve",
	does: "answers another program, such as the Python package, over standard input and output",
	more: "Requests are JSON-RPC 2.0 in frames; tumble help python lists all methods. It ends with its input, opens no\n" +
		"port, and writes only the files that requests name.",
	example: "tumble serve",
	prepare: func(f *flags) action {
		s := &serveFlags{workers: int64(runtime.GOMAXPROCS(0))}
		f.count("workers", "cores that a world may use, unless a request says otherwise; results do not depend on it (all)",
			1, limit.Workers, &s.workers)
		s.readable.declare(f)
		return s.run
	},
}

type serveFlags struct {
	workers  int64
	readable readFlags
}

// run carries the command out. Frames hold raw numbers, so they must not pass the filter of env.Stdout.
func (s *serveFlags) run(c *call) error {
	if len(c.args) > 0 {
		return &usageError{"serve", "serve: takes no argument, got " + c.args[0]}
	}
	return serve.Serve(c, os.Stdin, os.Stdout, serve.Options{Workers: int(s.workers), AllowRead: s.readable.folders,
		Draw: drawWorld})
}

// drawWorld draws the present state of a world into a file.
func drawWorld(ctx context.Context, sc run.Scene, path string, width, height int) error {
	if min(width, height) < studio.MinSide || max(width, height) > studio.MaxSide {
		return fmt.Errorf("width and height must be from %d to %d pixels, got %d and %d", studio.MinSide, studio.MaxSide,
			width, height)
	}
	o := studio.Default()
	o.Width, o.Height = width, height
	draw := drawing(o)
	if draw == nil {
		return studio.ErrNoGraphics
	}
	return draw(ctx, sc, path)
}
