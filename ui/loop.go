package ui

import (
	"runtime"
	"time"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/glfw/v3.3/glfw"

	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/internal/imguigl"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/pacing"
	"example.org/tumble/ui/widget"
)

// idlePoll is how often an idle window looks for a snapshot.
const idlePoll = time.Second / 40

// framePoll is how often a window that records looks for frames.
const framePoll = time.Second / 500

// recordBudget is the most time that a frame of the window spends on frames of a recording.
const recordBudget = 40 * time.Millisecond

// inputBudget is the most time that a frame of the window spends on waiting input, for which imgui needs several
// frames of its own: a press and its release, for example. Otherwise a person who types while a picture takes
// seconds, as in a video of the best quality, would wait for a picture between a key and its release.
const inputBudget = time.Second

// frames is what the loop remembers from one frame of the window to the next.
type frames struct {
	drawing int       // number of the last picture that was drawn
	shown   int       // number of the picture on the screen
	made    int       // number of pictures so far, including pictures equal to the one before
	frame   time.Time // start of the last frame
	built   time.Time // start of the last frame that made the panels
	stale   bool      // a later frame did not make the panels
}

// show waits until there is something new to show, and shows it.
func (w *window) show() {
	w.wait()
	defer borrowCore().GiveBack()
	now := time.Now()
	w.frame = now
	runtime.Gosched() // see slice
	m := w.m
	m.tick(now)
	m.recorder.reportVideos()
	m.jobs.update()
	m.receipt.update()
	m.notebook.update()
	w.reportPictures()
	m.refresh(w.drawer, recordBudget)
	if w.measure() {
		w.front(now)
	}
	m.observer.report()
	m.out.flush()
	w.requests()
	if now.Sub(w.kept) >= keepEvery {
		w.keep()
	}
	if s := m.snap; s != nil && w.config.Watch != nil && !w.config.Watch(s.Time, s.Step, w.made) {
		m.quit = true
	}
}

// measure reads the size of the window for a frame, and returns false if there can be no frame now.
func (w *window) measure() bool {
	e, ok := imguigl.Measure(w.win)
	if ok {
		w.extent = e
	}
	return ok
}

// front brings the screen up to date.
func (w *window) front(now time.Time) {
	m := w.m
	w.rescale()
	m.view.Scale = w.scaled * w.extent.Scale()
	stale, answered := !w.panelsDue(now), w.im.Pending()
	if !stale {
		w.panels(now)
		for w.im.Pending() && time.Since(now) < inputBudget {
			w.panels(time.Now())
		}
	}
	m.recorder.recordRealTime()
	m.out.flush()
	if answered && w.pacer.Cost[w.drawn.rung] > pacing.Expensive && !w.outgrown() {
		w.compose() // shows the effect of input before the next picture, which takes long
	}
	drew, err := w.picture(now)
	if err != nil {
		m.toasts.add(bridge.Warning, err.Error(), now)
	}
	if (drew || !stale) && !w.outgrown() {
		w.compose()
	}
	w.stale = stale
}

// panelsDue reports whether panels may have to change: input waits or has just been handled, a message fades, or
// it is time for new numbers.
func (w *window) panelsDue(now time.Time) bool {
	return w.im.Pending() || w.im.Held() || w.restless > 0 || w.gui.Due(now) || w.m.toasts.fading(now) ||
		now.Sub(w.built) >= panelsEvery
}

// panels handles the input of a person and builds the panels anew.
func (w *window) panels(now time.Time) {
	dt := float32(now.Sub(w.built).Seconds())
	if dt <= 0 || dt > 0.25 {
		dt = 1.0 / 60
	}
	w.built = now
	if w.restless > 0 {
		w.restless--
	}
	m := w.m
	if w.gui.SetLight(m.view.Theme != view.Dark) {
		w.restless = settle
	}
	events := w.im.NewFrame(w.extent, dt)
	io := w.im.IO()
	w.gui.layout(float32(w.extent.Width), float32(w.extent.Height))
	m.viewport.pixelScale = w.extent.Scale()
	w.pointer.delay = w.pacer.Cost[w.drawn.view.Quality]
	m.input(&w.pointer, events, capture{mouse: io.WantCaptureMouse(), text: io.WantTextInput()})
	m.hover(&w.pointer, w.shown)
	m.groups.lists = m.menus.Now != nil // panels that list names set it again
	w.gui.build()
	m.recorder.recordRealTime()
	m.askWanted()
	m.hand.pull()
	v := m.viewport.area
	w.im.Render(imguigl.Rect{X0: v.X, Y0: v.Y, X1: v.X + v.Width, Y1: v.Y + v.Height}, widget.Background())
}

// running reports whether the simulation is computing, so that drawing takes processor time from it.
func (w *window) running() bool { return w.m.snap != nil && !w.m.paused() && w.m.snap.Fault == "" }

// moving reports whether the camera is being moved.
func (w *window) moving() bool { return w.pointer.button >= 0 || w.m.camera.flight.flying }

// work returns the other work that goes on beside the drawing.
func (w *window) work() pacing.Work {
	k := pacing.Work{Running: w.running(), Moving: w.moving(), Filming: w.m.recorder.inLockstep()}
	if k.Running {
		asked := w.m.speed()
		k.Behind = w.pacer.Behind(w.m.snap.Stats.RealTimeFactor, asked, time.Now())
	}
	return k
}

// due reports whether a picture may be drawn, and if not, how long to wait.
func (w *window) due(now time.Time) (time.Duration, bool) {
	return w.pacer.Due(w.m.view.Quality, now, w.work())
}

// wait sleeps until the next frame is due: at most 60 a second, at once for waiting input, seldom when nothing
// moves.
func (w *window) wait() {
	glfw.PollEvents()
	for w.frame != (time.Time{}) && !w.win.ShouldClose() {
		pause := time.Until(w.frame.Add(pacing.FastFrame))
		if pause > time.Millisecond/2 {
			sleep(pause.Seconds())
			continue
		}
		now := time.Now()
		left, due := w.due(now)
		// A moving camera needs no frame before its next picture: panels cost time too.
		held := w.pacer.Software && w.moving() && !due
		if w.m.recorder.framesWait() || !held && (w.im.Pending() || w.restless > 0 || w.m.camera.flight.flying) {
			return
		}
		// Where pictures come often the panels come with one of them, as the window is put together once then.
		stale := w.stale && (due || left > panelsEvery)
		if w.gui.Due(now) || stale && now.Sub(w.built) >= panelsEvery {
			return
		}
		if due && (w.news() || w.otherSize() && !w.resizing(time.Now()) || len(w.m.toasts.list) > 0 ||
			len(w.m.out.waiting) > 0) {
			return
		}
		n := nap{recording: w.m.recorder.inLockstep(), picture: idlePoll, panels: idlePoll}
		if !due {
			n.picture = left
		}
		if stale {
			n.panels = w.built.Add(panelsEvery).Sub(now)
		}
		most := n.most()
		if w.running() {
			sleep(most)
		} else {
			glfw.WaitEventsTimeout(most)
		}
	}
}

// nap describes what an idle window waits for.
type nap struct {
	recording       bool
	picture, panels time.Duration // time until they may be made anew; below 0: they are overdue
}

// most returns how long the window may wait for events [s]. It is never below 0: GLFW panics on a negative time,
// and on a busy machine the time to wait for may be past by now.
func (n nap) most() float64 {
	most := idlePoll
	if n.recording {
		most = framePoll // the simulation waits until each frame has been received
	}
	return max(min(most, n.picture, n.panels), 0).Seconds()
}

// news reports whether anything has arrived that must be shown.
func (w *window) news() bool {
	return w.m.poll() || w.m.receipt.hasUpdate() || len(w.pictures) > 0 || len(w.m.recorder.done) > 0 ||
		len(w.m.jobs.news) > 0 || w.m.notebook.hasNews()
}

// rescale makes the fonts anew when their size changed.
func (w *window) rescale() {
	if w.wantedScale() != w.scaled {
		w.im.Rebuild()
		w.restless = settle
	}
}

// viewSize returns the size of the view in pixels; 0 if there is no room for a view.
func (w *window) viewSize() (width, height int) {
	v, scale := w.m.viewport.area, w.m.viewport.pixelScale
	width = int((v.X+v.Width)*scale) - int(v.X*scale)
	height = int((v.Y+v.Height)*scale) - int(v.Y*scale)
	if min(w.extent.PixelWidth, w.extent.PixelHeight, width, height) < 16 {
		return 0, 0
	}
	return width, height
}

// picture draws the scene if it changed and may be drawn now, and reports whether it did.
func (w *window) picture(now time.Time) (bool, error) {
	width, height := w.viewSize()
	s, r := w.m.pictured(), &w.m.recorder
	if s == nil || width == 0 {
		return false, nil
	}
	next := w.wanted(s, width, height)
	frame := r.held != nil && r.area == w.m.viewport.area && even(width) == r.width && even(height) == r.height
	if frame { // the frame of the video serves as the picture of the view
		next.width, next.height = r.width, r.height
	} else {
		next.lower(w.pacer.Rung(next.view.Quality, w.work()))
	}
	if done, err := w.outline(next); done || err != nil {
		return done, err
	}
	if _, due := w.due(now); next == w.drawn || !(due || frame || w.drawn.snap == nil) || w.resizing(now) {
		return false, nil
	}
	w.made++
	if frame && r.frameView == next.view || w.drawer.Shows(s, &next.view, next.width, next.height) {
		w.drawn = next
		w.pacer.Begin(now)
		w.gui.m.readings.rates.count(now, w.gui.m.readings.rates.draw)
		return false, nil
	}
	return true, w.draw(now, next)
}

// wanted returns the picture of a snapshot that the window should show, in the quality that its person wants.
func (w *window) wanted(s *bridge.Snapshot, width, height int) drawn {
	next := drawn{snap: s, seq: s.Seq, view: w.m.pictures.drawnView(width), width: width, height: height,
		of: [2]int{width, height}, spot: spot{w.m.viewport.area, w.m.viewport.stage},
		rung: pacing.WantedRung(w.m.view.Quality)}
	next.view.Lift = w.m.shell.at.Lift()
	return next
}

// lower gives a picture the quality and the resolution of a rung of the pacer, which are lower if pictures take
// too long.
func (d *drawn) lower(r pacing.Rung) {
	d.rung, d.view.Quality, d.view.Resolution = r, pacing.Rungs[r].Quality, pacing.Rungs[r].Share
}

// resizeRest is how long a window must keep its size before a slow picture of that size is begun, during which
// nothing else could be shown.
const resizeRest = 150 * time.Millisecond

// resizing reports whether the size of the window is being changed, and pictures take too long to keep up with the
// change. The last picture is stretched then.
func (w *window) resizing(now time.Time) bool {
	return w.drawn.snap != nil && now.Sub(w.sized) < resizeRest && w.pacer.Cost[w.drawn.rung] > pacing.Expensive
}

// otherSize reports whether the picture on the screen was drawn for another size of the view.
func (w *window) otherSize() bool {
	width, height := w.viewSize()
	return width > 0 && (even(width) != even(w.drawn.of[0]) || even(height) != even(w.drawn.of[1]))
}

// compose puts the window together from the last picture and the panels, and shows it. The picture stays in the
// area that it was drawn for, whatever was opened since, and is stretched if the window has another size by now.
func (w *window) compose() {
	width, height := w.viewSize()
	recalled := w.drawn.snap != nil && width > 0 && w.drawer.Recall(w.drawn.width, w.drawn.height)
	area, scale := w.shownArea(), w.m.viewport.pixelScale
	if area != w.m.viewport.area {
		width, height = w.drawn.of[0], w.drawn.of[1]
	}
	if !recalled || area != w.m.viewport.area {
		gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
		ground := widget.Background()
		gl.ClearColor(float32(ground.R)/255, float32(ground.G)/255, float32(ground.B)/255, 1)
		gl.Clear(gl.COLOR_BUFFER_BIT)
	}
	if recalled {
		w.drawer.Blit(int(area.X*scale), w.extent.PixelHeight-int(area.Y*scale)-height, width, height)
	}
	w.im.Show()
	w.win.SwapBuffers()
	w.shown = w.drawing
	w.im.Stamp(w.shown)
}

// spot is the area of the window that a picture is drawn for, and the stage that contains this area.
type spot struct{ area, stage layout.Rect }

// shownArea returns the area of the last picture in the window.
func (w *window) shownArea() layout.Rect {
	if was := w.drawn.spot; was.stage.Height > 0 && was.stage == w.m.viewport.stage {
		return was.area
	}
	return w.m.viewport.area
}

// outline brings the outlines of the picture up to date, if nothing else has changed, and reports whether it has
// done so: it is much cheaper than a new picture.
func (w *window) outline(next drawn) (bool, error) {
	was := w.drawn
	was.view.Hover, was.view.Selected = next.view.Hover, next.view.Selected
	was.snap, was.seq = next.snap, next.seq
	if next == w.drawn || next != was {
		return false, nil
	}
	done, err := w.drawer.Outline(next.snap, &next.view, next.width, next.height)
	if done {
		w.drawn = next
	}
	return done, err
}

// pick returns what lies under a place of the window in the picture that was on the screen when an event happened.
func (w *window) pick(picture int, x, y float32) view.Hit {
	v, d := w.shownArea(), &w.drawn
	if v.Width <= 0 || v.Height <= 0 || x < v.X || y < v.Y || d.snap == nil {
		return view.Hit{}
	}
	px, py := int((x-v.X)/v.Width*float32(d.width)), int((y-v.Y)/v.Height*float32(d.height))
	hit, err := w.drawer.PickShown(max(w.drawing-picture, 0), d.width, d.height, px, py)
	if err != nil {
		w.m.toasts.add(bridge.Warning, err.Error(), w.m.now)
	}
	return hit
}

// between updates the panels between the parts of a slow picture, over the last complete one. It reports whether
// to abandon the slow picture, because the window has another size by now.
func (w *window) between() bool {
	finish()
	glfw.PollEvents()
	if w.outgrown() {
		return true
	}
	if now := time.Now(); w.panelsDue(now) {
		w.m.now = now
		w.panels(now)
		w.m.out.flush()
		w.compose()
	}
	return false
}

// draw draws a picture and measures the time that it takes. A slow picture is drawn in parts.
func (w *window) draw(now time.Time, next drawn) error {
	begin, q := time.Now(), next.rung
	var stop func(float64) bool
	if w.pacer.InParts(q, w.work()) && w.m.recorder.state == idle {
		stop = func(float64) bool { return w.between() }
	}
	whole, err := w.drawer.DrawUnless(next.snap, &next.view, next.width, next.height, stop)
	if w.pacer.Software {
		finish() // so that the time can be measured; on a GPU waiting would stall the pipeline
	}
	if err != nil || !whole {
		return err
	}
	w.drawing++
	glfw.PollEvents() // input until now referred to the picture before
	w.pacer.AddPicture(q, now, time.Since(begin))
	w.gui.m.readings.rates.count(now, w.pacer.Cost[q])
	w.drawn = next
	w.gui.m.readings.plainer = ""
	if wanted := pacing.WantedRung(w.m.view.Quality); q > wanted {
		w.gui.m.readings.plainer = pacing.Rungs[q].Name + ": software GL"
	}
	flat := w.drawer.Layout()
	room := flat.Room
	w.m.pictures.free = [4]float32{room.Left / float32(next.width), room.Right / float32(next.width),
		room.Top / float32(next.height), room.Bottom / float32(next.height)}
	w.m.drawing.legend.Legend, w.m.drawing.legend.width, w.m.drawing.legend.height = flat.Legend, next.width,
		next.height
	return nil
}

// outgrown reports whether the window has another size than the panels were made for.
func (w *window) outgrown() bool {
	width, height := w.win.GetSize()
	return float32(width) != w.gui.Size.X || float32(height) != w.gui.Size.Y
}

// slice is the longest time that the main thread stays outside Go while the simulation runs. When a goroutine has
// held a processor for 10 ms and is outside Go, the scheduler's monitor takes its processor away, and then polls
// every 20 µs for a while for more processors to take: some 8,000 times a second, a tenth of a core. So the main
// thread returns in time and yields. The monitor is as busy, from 20 µs outside Go on, where no processor of Go's is
// idle, as on two cores of which the simulation holds one. So Run gives Go one more than the machine has where OpenGL
// draws in the main thread, outside Go.
const slice = 8 * time.Millisecond

// finish waits until OpenGL has drawn everything it was asked for.
func finish() {
	runtime.Gosched()
	fence := gl.FenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
	for gl.ClientWaitSync(fence, gl.SYNC_FLUSH_COMMANDS_BIT, uint64(slice)) == gl.TIMEOUT_EXPIRED {
		runtime.Gosched()
	}
	gl.DeleteSync(fence)
	runtime.Gosched()
}

// sleep waits for events, for most [s] or a little less.
func sleep(most float64) {
	glfw.WaitEventsTimeout(min(most, slice.Seconds()))
	runtime.Gosched()
}

// A frame waits for its core in pauses of corePause, at most so many: the simulation leaves it within some 10 µs, with
// 20,000 bodies within half a millisecond.
const (
	corePause      = 50 * time.Microsecond
	mostCorePauses = 20
)

// borrowCore takes a core from the simulation for a frame. The main thread has just woken up, often on the core of a
// worker of the simulation. It pauses so that this worker can end what it is doing: all others would wait for it.
func borrowCore() bridge.CoreLoan {
	loan := bridge.LendCore()
	for i := 0; i < mostCorePauses && !loan.Ready(); i++ {
		time.Sleep(corePause)
	}
	return loan
}

// requests carries out what the model has requested of the window.
func (w *window) requests() {
	m := w.m
	if m.pictureWanted {
		m.pictureWanted = false
		w.savePicture()
	}
	for _, asked := range m.notebook.duePictures() {
		asked.Done(w.presentPicture())
	}
	if m.saver.picturing != nil {
		w.saveRun(*m.saver.picturing)
		m.saver.picturing = nil
	}
	if m.clip != "" {
		glfw.SetClipboardString(m.clip)
		m.clip = ""
	}
	if m.fullScreen != w.desktop.full {
		w.toggleFullScreen()
	}
	title := w.config.Title
	if t := m.title(); t != "" {
		title = "Tumble — " + t
	}
	if title != w.desktop.title {
		w.desktop.title = title
		w.win.SetTitle(title)
	}
}

// saveRun adds a small version of the picture on the screen to a run that is to be saved.
func (w *window) saveRun(c bridge.SaveRun) {
	if w.drawn.snap != nil && w.drawer.Recall(w.drawn.width, w.drawn.height) {
		c.Picture = thumbnail(imageOf(w.drawer, w.drawn.width, w.drawn.height))
	}
	w.m.send(c)
}

// toggleFullScreen lets the window cover its monitor, or gives it its normal size back.
func (w *window) toggleFullScreen() {
	w.desktop.full = w.m.fullScreen
	w.restless = settle
	if !w.desktop.full {
		w.win.SetMonitor(nil, w.desktop.normal[0], w.desktop.normal[1], w.desktop.normal[2], w.desktop.normal[3], 0)
		return
	}
	w.desktop.normal[0], w.desktop.normal[1] = w.win.GetPos()
	w.desktop.normal[2], w.desktop.normal[3] = w.extent.Width, w.extent.Height
	monitor := w.monitor()
	if monitor == nil { // no monitor is connected any more
		w.desktop.full, w.m.fullScreen = false, false
		return
	}
	mode := monitor.GetVideoMode()
	w.win.SetMonitor(monitor, 0, 0, mode.Width, mode.Height, mode.RefreshRate)
}

// monitor returns the monitor that holds the middle of the window, else the first; nil if there is
// none.
func (w *window) monitor() *glfw.Monitor {
	x, y := w.desktop.normal[0]+w.desktop.normal[2]/2, w.desktop.normal[1]+w.desktop.normal[3]/2
	for _, m := range glfw.GetMonitors() {
		left, top := m.GetPos()
		mode := m.GetVideoMode()
		if mode != nil && x >= left && x < left+mode.Width && y >= top && y < top+mode.Height {
			return m
		}
	}
	if m := glfw.GetPrimaryMonitor(); m != nil && m.GetVideoMode() != nil {
		return m
	}
	return nil
}
