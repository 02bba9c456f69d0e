package ui

import (
	"time"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/grouping"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/remember"
)

// model is the state of the window apart from imgui and OpenGL. Actions, edits and
// snapshots change it; panels show it; the window carries out its requests.
type model struct {
	*shared
	touched  bool // a person has pressed a key or a button
	timeline timeline
	begun    begun
	opener   string // program that shows a folder; empty if there is none

	hand     dragged // a body that is dragged
	overGrip hold    // that the pointer is over
	heldTurn float64 // of the key frame whose handle is held [°]
	heldAt   float64 // of the plane whose arrow is held [m]

	planeCharted bool // a chart of the plane is shown

	questions []question // not answered yet, oldest first

	legend     legendHold
	flight     flight
	framed     string      // scene the camera was last framed for
	area       layout.Rect // of the view, in units of the window
	pixelScale float32     // pixels per unit of the window

	tileOf  int            // tile of the view that the pointer is in, or was when its button was pressed
	parting bridge.Parting // that was told of

	ahead  float64 // how far forecasts of edits look ahead [s]; 0: there are none
	trying bool    // a number is dragged whose edit is tried

	pick      func(picture int, x, y float32) view.Hit // under a place of the window, when a picture was shown
	boxed     *layout.Rect                             // that is being drawn to select what is in it, or nil
	following following
	search    search
	groups    grouping.Set // of bodies that are drawn in other ways
	lists     bool         // the names of bodies are on show, or were in the last frame
	rule      string       // of a group, that is being typed

	place      string // scene whose views and groups are kept; empty: they are not
	views      []remember.Named
	viewName   string     // that is being typed
	navigation int        // index into navigations
	zoomed     [2]float32 // where the wheel was last turned, in units of the window

	wanted   bridge.Wanted // last asked for
	notice   uint64        // newest notice seen
	recorder recorder
	export   exportChoices
	trace    int    // index into the quantities of a history
	seed     uint64 // that the picker uses

	shell     layout.Shell
	inspected *view.Things // selection that the inspector was opened or closed for
	receipt   receipt
	breaks    breaks
	seen      seen
	retake    retake
	jobs      jobs
	pages     pages
	photo     photo
	saving    *saving         // what is to be saved; nil: the dialog is closed
	picturing *bridge.SaveRun // waits for its picture
	memory    remember.Memory // of the window, as it was last kept
	asked     bool            // the inspector is open by the person's own wish, not for a selection
	greet     bool            // the card of the first start is on show
	hidden    bool            // all of the window but the view
	help      bool
	topic     int // that the help shows: 0 is the keys, then those of the manual
	picker    bool
	bell      bool    // the messages that were
	uiScale   float32 // of text and widgets, as the person wants it
	uiRoom    float32 // the largest that has room in the window

	quit, fullScreen, shot bool // requests to the window
}

func newModel(c Config) *model {
	m := &model{shared: &shared{config: c, view: c.View, now: time.Now()}, shell: layout.First(docks[0].title, firstCharts), uiScale: 1,
		uiRoom: layout.MostScale, pixelScale: 1,
		opener: folderOpener()}
	m.out.to, m.names.dir = c.Commands, c.OutputDir
	m.do, m.whyNot = m.dispatch, m.unavailable
	m.ahead = defaultAhead
	m.area = layout.Rect{Width: 960, Height: 720}
	m.pick = func(int, float32, float32) view.Hit { return view.Hit{} }
	m.recorder.init()
	m.photo.init()
	m.jobs.news = make(chan jobNews, 64)
	m.recall(c)
	return m
}

// refresh takes the newest snapshot, and the frames of a recording for at most budget.
func (m *model) refresh(d Drawer, budget time.Duration) {
	m.poll()
	if s := m.pumpFrames(d, budget); s != nil {
		m.take(s)
	}
}

// poll takes the newest snapshot, and reports whether there was a newer one.
func (m *model) poll() bool {
	before := m.latest
	m.latest = m.config.Feed.Latest(before)
	if m.latest == before {
		return false
	}
	m.take(m.latest)
	return true
}

// take makes s the snapshot that everything shows, unless a newer one is shown already:
// two ways lead here, and an edit that has been seen must not be unseen.
func (m *model) take(s *bridge.Snapshot) {
	first := m.snap == nil
	if first {
		m.out.start(s.Applied)
		m.seed = s.Seed
	} else if s.Seq < m.seq {
		return
	}
	m.applied, m.seq = s.Applied, s.Seq // m.snap itself may be in use again by now
	m.snap = s
	m.goAlong(s)
	m.edits.settle(s.Applied)
	m.begin(s, first)
	if s.Revision != m.revision {
		m.revision = s.Revision
		m.seed = s.Seed
		m.refuse.Clear()
		m.questions = nil
		m.menus.Close()
		m.offerUnfinished()
		m.askExport(s)
		m.toasts.leaveWorld()
		m.view.Selected, m.view.Tinted, m.view.Hover = nil, nil, bridge.Thing{}
		m.groups.Forget()
		m.addOwnBreaks()
		m.following = following{}
		m.notice = 0 // a new world counts its notices anew
	}
	m.loopAtEnd(s)
	m.tellParting()
	m.readNotices(s)
	if first || s.Scene != m.framed {
		if !first { // the first one's wishes are in the view that the window began with
			m.view.Follow(s.View.Overlays, s.View.Style, s.View.ColorBy, s.View.GlyphScale)
		}
		m.frameScene(s, first && m.config.Framed)
	}
	m.regroup()
	m.showHit(s)
}

// frameScene moves the camera to a scene that has just come; nothing else ever moves it
// unasked. A given camera stays as it is.
func (m *model) frameScene(s *bridge.Snapshot, given bool) {
	m.framed = s.Scene
	m.memory = m.keepPlace(m.memory)
	m.opened(s.Scene)
	m.recallPlace(s.Scene)
	if given {
		return
	}
	m.flight.stop(&m.view.Camera)
	lo, hi := s.Stage(3)
	if v := s.View; v.Given {
		m.view.Camera.Azimuth, m.view.Camera.Elevation = v.Azimuth, v.Elevation
		m.view.Camera.Roll = 0
		lo, hi = v.Frame[0], v.Frame[1]
	}
	m.view.Camera = m.framedCamera(lo, hi)
}

// pictured returns the snapshot to draw: in a recording the last frame of the video.
func (m *model) pictured() *bridge.Snapshot {
	if m.recorder.held != nil {
		return m.recorder.held
	}
	return m.snap
}

// framedCamera returns the camera turned as it is, but with the box in the middle.
func (m *model) framedCamera(lo, hi [3]float32) view.Camera {
	c := m.view.Camera
	c.Frame(lo, hi, m.tile().Aspect())
	return c
}

// askWanted tells the simulation what snapshots must hold, when that changed.
func (m *model) askWanted() {
	w := m.view.Wanted()
	w.Inspect = m.askedAbout()
	m.search.wants(&w)
	m.groups.Wants(&w)
	w.Details = w.Details || m.lists
	if m.snap != nil && w != m.wanted {
		m.wanted = w
		m.send(bridge.SetWanted{Wanted: w})
	}
}

// loadScene leaves the present scene for another, or starts it anew with another seed.
func (m *model) loadScene(name string) {
	m.begun.loading = m.send(bridge.LoadScene{Name: name, Seed: m.seed})
}

// tick advances what moves by itself. It reports whether the picture moved.
func (m *model) tick(now time.Time) bool {
	m.now = now
	m.inspectSelection()
	m.toasts.tick(now)
	return m.flight.step(now, &m.view.Camera)
}
