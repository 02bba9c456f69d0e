package ui

import (
	"time"

	"example.org/tumble/assets/manual"
	"example.org/tumble/render/overlay"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/layout"
)

// model is the state of the window apart from imgui and OpenGL. Actions, edits and
// snapshots change it; panels show it; the window carries out its requests.
type model struct {
	*shared
	viewport  viewport
	shell     shell
	questions questions
	messages  messages
	observer  observer
	scene     scene
	forecast  forecast
	physics   physics
	motions   motions
	forces    forces
	inlets    inlets
	pictures  pictures
	camera    camera
	groups    groups
	search    search
	selection selection
	breaks    breaks
	notebook  notebook
	hand      hand
	jobs      jobs
	recorder  recorder
	drawing   drawing
	plane     plane
	regions   regions
	slice     fieldSlice
	flows     flows
	surfaces  surfaces
	grips     grips
	timeline  timeline
	table     table
	collided  collided
	profile   profile
	charts    charts
	pages     pages
	export    exporter
	receipt   receipt
	saver     saver
	inspector inspector
	memory    memory
	picker    picker
	help      help
	readings  readings
	twin      twin
	stories   stories
	palette   palette

	stack                           stack         // the open layers
	framed                          string        // scene for which the camera was last framed
	given                           bool          // the camera was given by Config.View, and was not framed
	wanted                          bridge.Wanted // last one sent to the simulation
	seq                             uint64        // number of the snapshot that is shown
	quit, fullScreen, pictureWanted bool          // requests to the window
}

func newModel(c Config) *model {
	s := &shared{config: c, view: c.View, now: time.Now()}
	m := &model{shared: s}
	m.out.to, m.names.dir = c.Commands, c.OutputDir
	m.do, m.whyNot = m.dispatch, m.unavailable
	m.connectRooms(s)
	m.recall(c)
	return m
}

// connectRooms gives each room the shared state and the rooms that it uses.
func (m *model) connectRooms(s *shared) {
	m.viewport = viewport{shared: s, area: layout.Rect{Width: 960, Height: 720}, uiScale: 1, uiRoom: layout.MostScale,
		pixelScale: 1, pick: func(int, float32, float32) view.Hit { return view.Hit{} }}
	m.shell = shell{Shell: layout.First(docks[0].title, firstCharts)}
	m.questions = questions{shared: s}
	m.messages = messages{shared: s, shell: &m.shell, opener: folderOpener()}
	m.observer = observer{shared: s}
	m.scene = scene{shared: s, leaving: m.recorder.leaveRun}
	m.forecast = forecast{shared: s, ahead: defaultAhead}
	m.physics = physics{shared: s, scene: &m.scene, questions: &m.questions, forecast: &m.forecast}
	m.motions = motions{shared: s, viewport: &m.viewport}
	m.forces = forces{s}
	m.inlets = inlets{s}
	m.pictures = newPictures(s, &m.viewport)
	m.camera = camera{shared: s, viewport: &m.viewport, pictures: &m.pictures, observer: &m.observer}
	m.groups = groups{shared: s, shell: &m.shell}
	m.search = search{shared: s, camera: &m.camera, groups: &m.groups}
	m.selection = selection{shared: s, viewport: &m.viewport}
	m.breaks = breaks{shared: s, camera: &m.camera}
	m.notebook = notebook{shared: s, camera: &m.camera, socket: s.config.Socket}
	m.hand = hand{shared: s, viewport: &m.viewport}
	m.jobs = newJobs(s)
	m.recorder = newRecorder(s, &m.viewport, &m.jobs)
	m.drawing = drawing{shared: s, viewport: &m.viewport, recorder: &m.recorder}
	m.plane = plane{shared: s, viewport: &m.viewport, shell: &m.shell}
	m.regions = regions{shared: s, viewport: &m.viewport, shell: &m.shell}
	m.slice = fieldSlice{shared: s, viewport: &m.viewport}
	m.flows = flows{shared: s, viewport: &m.viewport}
	m.surfaces = surfaces{shared: s, regions: &m.regions}
	m.grips = grips{shared: s, viewport: &m.viewport, motions: &m.motions, plane: &m.plane, regions: &m.regions,
		slice: &m.slice, flows: &m.flows}
	m.timeline = timeline{shared: s, questions: &m.questions}
	m.table = table{shared: s, camera: &m.camera}
	m.collided = collided{shared: s, plots: &m.table, pair: noPair, chart: func() {
		m.charts.show(m.charts.find(titleCollisions))
	}}
	m.profile = profile{shared: s, plots: &m.table, slice: &m.slice}
	m.charts = charts{shared: s, shell: &m.shell, timeline: &m.timeline, plane: &m.plane, regions: &m.regions,
		surfaces: &m.surfaces, table: &m.table, collided: &m.collided, profile: &m.profile}
	m.pages = pages{shared: s, jobs: &m.jobs}
	m.export = exporter{shared: s, questions: &m.questions, jobs: &m.jobs}
	m.receipt = receipt{shared: s}
	m.saver = saver{shared: s, camera: &m.camera, observer: &m.observer, questions: &m.questions}
	m.inspector = inspector{shared: s, shell: &m.shell}
	m.memory = memory{shared: s, camera: &m.camera, groups: &m.groups, breaks: &m.breaks}
	m.picker = picker{shared: s, scene: &m.scene, memory: &m.memory}
	m.help = help{shared: s, camera: &m.camera, manual: manual.Topics()}
	m.readings = readings{shared: s, shell: &m.shell}
	m.stories = stories{shared: s, shell: &m.shell, scene: &m.scene, questions: &m.questions, breaks: &m.breaks,
		timeline: &m.timeline}
	m.twin = twin{shared: s, viewport: &m.viewport, questions: &m.questions, drawing: &m.drawing}
}

// refresh receives the newest snapshot, and frames of a recording for at most budget.
func (m *model) refresh(d Drawer, budget time.Duration) {
	m.poll()
	if s := m.recorder.pumpFrames(d, budget); s != nil {
		m.showSnapshot(s)
	}
}

// poll receives the newest snapshot, and reports whether there was a newer one.
func (m *model) poll() bool {
	before := m.latest
	m.latest = m.config.Feed.Latest(before)
	if m.latest == before {
		return false
	}
	m.showSnapshot(m.latest)
	return true
}

// showSnapshot makes s the snapshot that everything shows, unless a newer one is shown already: snapshots come
// from the feed and from recordings, and an edit that was visible must not disappear again.
func (m *model) showSnapshot(s *bridge.Snapshot) {
	first := m.snap == nil
	if first {
		m.out.start(s.Applied)
		m.scene.seed = s.Seed
	} else if s.Seq < m.seq {
		return
	}
	m.applied, m.seq = s.Applied, s.Seq // the buffer of m.snap may have been reused by now
	m.snap = s
	m.camera.goAlong(s)
	m.edits.settle(s.Applied)
	m.physics.receiveOverlap()
	m.scene.begin(s, first)
	if s.Revision != m.revision {
		m.revision = s.Revision
		m.scene.seed = s.Seed
		m.refuse.Clear()
		m.questions.list = nil
		m.menus.Close()
		m.questions.offerUnfinished()
		m.export.askExport(s)
		m.toasts.leaveWorld()
		m.view.Selected, m.view.Tinted, m.view.Hover = nil, nil, bridge.Thing{}
		m.groups.list.Forget()
		m.breaks.addOwnBreaks()
		m.camera.following = following{}
		m.stories.leave(s)
		m.messages.notice = 0 // a new world numbers its notices anew
	}
	m.timeline.sayBeyond(s)
	m.timeline.loopAtEnd(s)
	m.twin.reportParting()
	m.messages.readNotices(s)
	if first || s.Scene != m.framed {
		if !first { // the view settings of the first scene are in Config.View already
			overlay.Follow(&m.view, s.View)
		}
		m.slice.take(m.view.Measured.Slice)
		m.collided.on = m.collided.on || s.Collisions.Asked
		m.frameScene(s, first && m.config.Framed)
	}
	m.groups.regroup()
	m.breaks.showHit(s)
	if m.stories.begins(s) && m.camera.framesStill() { // the story before may have framed a part of the scene
		m.compose(s)
	}
	m.stories.goOn(s)
}

// frameScene moves the camera to a scene that has just been loaded, and recalls its views and groups. A given
// camera stays where it is.
func (m *model) frameScene(s *bridge.Snapshot, given bool) {
	m.framed, m.given = s.Scene, given
	m.memory.kept = m.memory.keepPlace(m.memory.kept)
	m.memory.opened(s.Scene)
	m.memory.recallPlace(s.Scene)
	m.compose(s)
}

// compose moves the camera to a scene, so that no panel covers it; a given camera is only moved sideways.
func (m *model) compose(s *bridge.Snapshot) {
	if m.given {
		m.camera.framing = framing{}
		m.viewport.center(&m.view.Camera)
		return
	}
	m.camera.flight.stop(&m.view.Camera)
	lo, hi := s.Stage(3)
	if v := s.View; v.Given {
		m.view.Camera.Azimuth, m.view.Camera.Elevation = v.Azimuth, v.Elevation
		m.view.Camera.Roll = 0
		lo, hi = v.Frame[0], v.Frame[1]
	}
	m.view.Camera = m.camera.framedCamera(lo, hi)
}

// pictured returns the snapshot to draw: during a recording the last frame of the video.
func (m *model) pictured() *bridge.Snapshot {
	if m.recorder.held != nil {
		return m.recorder.held
	}
	return m.snap
}

// askWanted tells the simulation which data snapshots must contain, if that has changed.
func (m *model) askWanted() {
	m.view.Measured = m.grips.measured()
	w := overlay.Wanted(&m.view)
	w.Inspect = m.inspector.askedAbout()
	m.search.wants(&w)
	m.groups.list.Wants(&w)
	m.table.wants(&w)
	m.collided.wants(&w)
	w.Details = w.Details || m.groups.lists
	if m.snap != nil {
		m.slice.keep(w.Slice)
	}
	if m.snap != nil && w != m.wanted {
		m.wanted = w
		m.send(bridge.SetWanted{Wanted: w})
	}
}

// tick advances everything that depends on time alone. It reports whether the camera moved.
func (m *model) tick(now time.Time) bool {
	m.now = now
	m.inspector.inspectSelection()
	m.toasts.tick(now)
	return m.camera.flight.step(now, &m.view.Camera)
}
