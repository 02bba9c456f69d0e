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

// job is a file or folder that is made of the run while the window goes on. There is at most one job of each kind
// at a time.
type job struct {
	kind    string // what it makes, for people, such as Replay
	task    Task
	run     <-chan bridge.Answer // the run as it was when the job was requested
	ctx     context.Context
	stop    context.CancelFunc // cancels the job
	now     Progress
	started bool // else it waits for the jobs before it
	ended   bool // a person cancelled it
}

// jobs make files of the run beside the window, one after the other, so that they take one core together.
type jobs struct {
	*shared
	list []*job
	news chan jobNews
}

func newJobs(s *shared) jobs { return jobs{shared: s, news: make(chan jobNews, 64)} }

// jobNews is a report of the progress or of the result of a job.
type jobNews struct {
	of   *job
	now  Progress
	over bool
	path string // path of the file or folder that was made
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

// makeOfRun adds a job that makes a file or folder of the run as it is now, unless there is a job of that kind
// already.
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

// beginJob starts the first job of the list, unless it runs already.
func (js *jobs) beginJob() {
	if len(js.list) == 0 || js.list[0].started {
		return
	}
	j, do, news := js.list[0], js.config.Work, js.news
	j.started = true
	progress := func(p Progress) {
		select {
		case news <- jobNews{of: j, now: p}:
		default: // the window is busy: a later report replaces this one
		}
	}
	go func() {
		path, err := "", j.ctx.Err() // the job may have been cancelled before it began
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

// cancelJob cancels a job, which removes its unfinished file.
func (js *jobs) cancelJob(j *job) {
	j.ended = true
	j.stop()
}

// update reads the reports of jobs, and starts the next job when one is over.
func (js *jobs) update() {
	for {
		select {
		case n := <-js.news:
			if !n.over {
				n.of.now = n.now
				continue
			}
			js.list = js.list[1:] // only the first job runs
			n.of.stop()
			js.jobOver(n.of, n.path, n.err)
			js.beginJob()
		default:
			return
		}
	}
}

// jobOver shows the result of a job: a file or folder, or an error.
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

// endJobs cancels all jobs and waits until their unfinished files are removed.
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

// whyNoJob says why no file can be made of the present run; empty: one can.
func (js *jobs) whyNoJob() string {
	switch {
	case js.config.Work == nil:
		return "This program makes no files of runs."
	case len(js.snap.Timeline.Kept) == 0:
		return "A script looks at each step of this scene, so that its run cannot be had again."
	}
	return ""
}

// progressText says how far a job is, and how long the rest takes.
func (j *job) progressText() string {
	switch {
	case j.ended:
		return "stopping"
	case !j.started:
		return "waits"
	case j.now.Done == 0:
		return "begins"
	}
	return shareText(j.now.Done, j.now.Left)
}

// shareText says which share of a job is done, and how long the rest takes, if that is known.
func shareText(done float64, left time.Duration) string {
	text := fmt.Sprintf("%.0f %%", 100*done)
	if left > 0 {
		text += "   " + format.TimeLeft(left) + " left"
	}
	return text
}

// jobButton shows a button over the whole width that starts a job of a kind; while there is such a job, it shows
// its progress, with a cross that cancels it.
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

// jobPart returns the part of the status line about the jobs; false: there are none.
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
