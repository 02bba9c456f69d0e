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

// replayWriter keeps the moments of a run in memory, and writes them as a page when it is closed.
type replayWriter struct {
	path      string
	recording *replay.Recording
	failed    bool
}

// Forces is the name of the part of a replay with contact forces.
const Forces = "forces"

// tryReplay returns an error if a replay could not be written.
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
	r := replay.New(o.Title, o.Origin, o.View, len(o.Parts) > 0)
	r.Live, r.Charts, r.Regions = o.Live, o.Live != nil, o.Regions
	return &replayWriter{path: path, recording: r}, nil
}

func (r *replayWriter) Write(w state.Source) error {
	err := r.recording.Add(w)
	r.failed = r.failed || err != nil
	return err
}

// Close writes the page with all moments of the run. It writes no page if there is no moment, or if one failed.
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

// pageMark is the text in the head of a page by which this program recognizes its own pages.
const pageMark = `<meta name="generator" content="Tumble`
