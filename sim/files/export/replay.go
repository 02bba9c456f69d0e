package export

import (
	"fmt"
	"os"
	"strings"

	"example.org/tumble/sim/files/export/replay"
	"example.org/tumble/sim/files/outfile"
	"example.org/tumble/sim/measure/state"
	"example.org/tumble/sim/run"
)

// replayWriter keeps a run, and writes it as a page when it closes.
type replayWriter struct {
	path      string
	recording *replay.Recording
	failed    bool
}

// Forces is the part of a replay that asks for contact forces.
const Forces = "forces"

// tryReplay reports whether a replay could be written.
func tryReplay(path string, o run.Output) error {
	for _, p := range o.Parts {
		if p != Forces {
			return fmt.Errorf("parts: must be %s, got %q", Forces, p)
		}
	}
	return outfile.Try(path)
}

func openReplay(path string, o run.Output) (Writer, error) {
	if err := tryReplay(path, o); err != nil {
		return nil, err
	}
	return &replayWriter{path: path, recording: replay.New(o.Title, o.Origin, o.View, len(o.Parts) > 0)}, nil
}

func (r *replayWriter) Write(w state.Source) error {
	err := r.recording.Add(w)
	r.failed = r.failed || err != nil
	return err
}

// Close writes the page, of what was until the run ended. Of a run that was never looked at there is none.
func (r *replayWriter) Close() error {
	if r.recording.Len() == 0 || r.failed {
		return nil
	}
	return outfile.Write(r.path, r.recording.Page)
}

// allowReplay refuses a path where a scene may not write its replay. A page that this program wrote may be replaced.
func allowReplay(root *os.Root, path string) error {
	if err := checkExt(path, ".html"); err != nil {
		return err
	}
	return checkWriter(root, path, func(head string) bool { return strings.Contains(head, pageMark) })
}

// pageMark says in the head of a page that this program wrote it.
const pageMark = `<meta name="generator" content="Tumble`
