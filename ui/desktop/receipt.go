//go:build !headless

package desktop

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"sync"
	"time"

	"example.org/tumble/sim/files/input"
	"example.org/tumble/sim/run"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/sim/run/runfile"
	"example.org/tumble/sim/scene"
	"example.org/tumble/ui"
)

// receipts repeats the run of a run file that is opened, on one core during a quarter of the time, and reports its
// progress and whether the run is reproduced.
type receipts struct {
	skip string // file of the unfinished run of this person, who needs no proof of it

	mu   sync.Mutex
	now  ui.Receipt
	stop chan struct{} // ends the check that is going on; nil if there is none
	done sync.WaitGroup
}

// A check works for workTime and then pauses rest times as long, so that the simulation and the window have most
// of the processor.
const (
	rest     = 3
	workTime = 10 * time.Millisecond
)

var errStopped = errors.New("another run was opened")

// loader returns a loader that starts the check of a run file after loading it.
func (r *receipts) loader(load run.Loader) run.Loader {
	return func(name string, seed uint64) (run.Scene, error) {
		s, err := load(name, seed)
		if err == nil {
			r.opened(name, s)
		}
		return s, err
	}
}

// opened ends the check before, and starts the check of a scene if the scene is a run file.
func (r *receipts) opened(name string, s run.Scene) {
	r.end()
	if s.Past == nil || name == r.skip {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.now = ui.Receipt{Path: name}
	r.stop = make(chan struct{})
	r.done.Add(1)
	go r.check(name, r.stop)
}

// end stops the check.
func (r *receipts) end() {
	r.mu.Lock()
	if r.stop != nil {
		close(r.stop)
		r.stop = nil
	}
	r.now = ui.Receipt{}
	r.mu.Unlock()
	r.done.Wait()
}

// Now returns how far the check has come.
func (r *receipts) Now() ui.Receipt {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.now
}

func (r *receipts) set(stop chan struct{}, change func(*ui.Receipt)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stop == stop {
		change(&r.now)
	}
}

func (r *receipts) check(name string, stop chan struct{}) {
	defer r.done.Done()
	defer bridge.LendCore().GiveBack() // to the check
	start := time.Now()
	file, err := scene.ReadRecorded(name)
	var v scene.Verdict
	if err == nil {
		v, err = file.Reproduce(1, func(done, all int64) error {
			select {
			case <-stop:
				return errStopped
			default:
			}
			if worked := time.Since(start); worked > workTime {
				r.set(stop, func(n *ui.Receipt) { n.Done = float64(done) / float64(max(all, 1)) })
				select {
				case <-stop:
					return errStopped
				case <-time.After(rest * worked):
				}
				start = time.Now()
			}
			return nil
		})
	}
	r.set(stop, func(n *ui.Receipt) {
		switch {
		case err != nil:
			n.Verdict = "The run cannot be checked: " + err.Error()
		case v.Reproduced && v.Softened > 1:
			n.Preview, n.Verdict = true, fmt.Sprintf("reproduced, hash %016x, but as a preview: contacts were up to %g times "+
				"softer than their materials", v.End.Hash, v.Softened)
		case v.Reproduced:
			n.Good, n.Verdict = true, fmt.Sprintf("reproduced, hash %016x", v.End.Hash)
		case !v.Differs:
			n.Verdict = "Not reproduced: the file is damaged, and left out is " + v.LeftOut + "; the rest is the same"
		default:
			n.Verdict = fmt.Sprintf("Not reproduced: %s differs between steps %d and %d", v.Track, v.Good, v.End.Step)
			if v.What != "" {
				n.Verdict += "; " + v.What
			}
		}
	})
}

// thumbnailBytes is the length of the beginning of a run file in which its picture is looked for.
const thumbnailBytes = 1 << 20

// thumbnailOf returns the small picture of a run file, nil if the file has none or it cannot be read.
func thumbnailOf(path string) image.Image {
	f, err := input.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	begin, err := io.ReadAll(io.LimitReader(f, thumbnailBytes))
	if err != nil {
		return nil
	}
	data := runfile.PictureOf(begin)
	c, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil || c.Width > 1024 || c.Height > 1024 {
		return nil
	}
	m, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil
	}
	return m
}
