package ui

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/format"
	"example.org/tumble/ui/widget"
)

// job is a file or folder that is made of the run while the window goes on. There is one of each kind at a time.
type job struct {
	kind  string // what it makes, for people: Replay
	task  Task
	run   <-chan bridge.Answer // the simulation gives it as it was when the job was asked for
	ctx   context.Context
	stop  context.CancelFunc // ends it
	now   Progress
	begun bool // else it waits for those before it
	ended bool // by the person
}

// jobs make files of the run beside the window, one after the other, so that they take one core together.
type jobs struct {
	*shared
	list []*job
	news chan jobNews
}

func newJobs(s *shared) jobs { return jobs{shared: s, news: make(chan jobNews, 64)} }

// jobNews is how far a job has come, or what came of it.
type jobNews struct {
	of   *job
	now  Progress
	over bool
	path string // of what was made
	err  error
}

// job returns the job of a kind, nil if there is none.
func (js *jobs) job(kind string) *job {
	for _, j := range js.list {
		if j.kind == kind {
			return j
		}
	}
	return nil
}

// makeOfRun begins to make a file or folder of the run as it is now, unless one of that kind is being made.
func (js *jobs) makeOfRun(kind string, task Task) {
	if js.job(kind) != nil {
		return
	}
	j := &job{kind: kind, task: task}
	j.ctx, j.stop = context.WithCancel(context.Background())
	var ticket uint64
	ticket, j.run = js.config.Feed.Ask()
	js.send(bridge.GiveRun{Ticket: ticket, Moment: task.Make.ofMoment()})
	js.list = append(js.list, j)
	js.beginJob()
}

// beginJob begins the first of the jobs.
func (js *jobs) beginJob() {
	if len(js.list) == 0 || js.list[0].begun {
		return
	}
	j, do, news := js.list[0], js.config.Work, js.news
	j.begun = true
	progress := func(p Progress) {
		select {
		case news <- jobNews{of: j, now: p}:
		default: // the window is busy; there will be more
		}
	}
	go func() {
		path, err := "", j.ctx.Err() // it may have been ended before it began
		if err == nil {
			select {
			case <-j.ctx.Done():
				err = j.ctx.Err()
			case given := <-j.run:
				if err = given.Err; err == nil {
					path, err = do(j.ctx, j.task, given.Run, progress)
				}
			}
		}
		news <- jobNews{of: j, over: true, path: path, err: err}
	}()
}

// cancelJob ends a job: nothing is left of it.
func (js *jobs) cancelJob(j *job) {
	j.ended = true
	j.stop()
}

// update takes the news of jobs, and begins the next one when one is over.
func (js *jobs) update() {
	for {
		select {
		case n := <-js.news:
			if !n.over {
				n.of.now = n.now
				continue
			}
			js.list = js.list[1:] // it was the first
			n.of.stop()
			js.jobOver(n.of, n.path, n.err)
			js.beginJob()
		default:
			return
		}
	}
}

// jobOver says what came of a job: a file or folder, or an error.
func (js *jobs) jobOver(j *job, path string, err error) {
	switch {
	case j.ended || errors.Is(err, context.Canceled):
		js.toasts.add(bridge.Info, j.kind+": stopped, nothing is left of it", js.now)
	case err != nil:
		js.toasts.add(bridge.Warning, j.kind+": "+err.Error(), js.now)
	default:
		js.toasts.addFile(j.kind, path, js.now)
	}
}

// endJobs ends all jobs and waits until nothing is left of them.
func (js *jobs) endJobs() {
	for _, j := range js.list {
		js.cancelJob(j)
	}
	for len(js.list) > 0 {
		if n := <-js.news; n.over {
			js.list = js.list[1:]
			js.beginJob()
		}
	}
}

// whyNoJob says why no file can be made of the run as it is, empty if one can.
func (js *jobs) whyNoJob() string {
	switch {
	case js.config.Work == nil:
		return "This program makes no files of runs."
	case len(js.snap.Timeline.Kept) == 0:
		return "A script looks at each step of this scene, so that its run cannot be had again."
	}
	return ""
}

// progressText says how far a job has come, and how long the rest takes.
func (j *job) progressText() string {
	switch {
	case j.ended:
		return "stopping"
	case !j.begun:
		return "waits"
	case j.now.Done == 0:
		return "begins"
	}
	return shareText(j.now.Done, j.now.Left)
}

// shareText says how much of some work is done, and how long the rest takes, if that is known.
func shareText(done float64, left time.Duration) string {
	text := fmt.Sprintf("%.0f %%", 100*done)
	if left > 0 {
		text += "   " + format.TimeLeft(left) + " left"
	}
	return text
}

// jobButton is a button that begins a job of a kind, as wide as there is room; while there is such a job, it shows
// how far the job has come, with a cross that ends it.
func (js *jobs) jobButton(u *widget.Context, kind, text, tip string, able bool, begin func()) {
	j, w, h := js.job(kind), imgui.ContentRegionAvail().X, u.Px(28)
	if j == nil {
		u.Disabled(!able, func() {
			if u.Button("job "+kind, text, "", w, h, false) && able {
				begin()
			}
		})
		u.Tip(tip)
		return
	}
	if u.ProgressRow(kind, kind, j.progressText(), format.Sentence(j.now.About), j.now.Done, !j.ended) {
		js.cancelJob(j)
	}
}

// jobPart is what the status line says of the jobs; false: nothing.
func (js *jobs) jobPart() (part, bool) {
	if len(js.list) == 0 {
		return part{}, false
	}
	j := js.list[0]
	text := fmt.Sprintf("%s %.0f %%", j.kind, 100*j.now.Done)
	if more := len(js.list) - 1; more > 0 {
		text += fmt.Sprintf(" +%d", more)
	}
	return part{id: "job", text: text, color: widget.ColorSecondary, rank: 1}, true
}
