package ui

import (
	"errors"
	"fmt"
	"image"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/glfw/v3.3/glfw"
	"github.com/inkyblackness/imgui-go/v4"

	"example.org/tumble/assets/appicon"
	"example.org/tumble/render/view"
	"example.org/tumble/sim/run/bridge"
	"example.org/tumble/ui/internal/imguigl"
	"example.org/tumble/ui/layout"
	"example.org/tumble/ui/pacing"
	"example.org/tumble/ui/remember"
	"example.org/tumble/ui/widget"
)

// ErrNoDisplay is wrapped by the error of Run when there is no display to open a window on.
var ErrNoDisplay = errors.New("no display")

// window is the GLFW window with everything that must be used on the main thread.
type window struct {
	config  Config
	win     *glfw.Window
	m       *model
	gui     *gui
	im      *imguigl.Context
	drawer  Drawer
	pacer   pacing.Pacer
	pointer pointer
	extent  imguigl.Extent // of the present frame

	drawn    drawn     // input of the last picture of the drawer
	scaled   float32   // scale for which the fonts were made
	restless int       // number of frames still to build, since imgui takes a few frames to settle
	sized    time.Time // when the size last changed
	pictures chan savedPicture
	saving   int // pictures on their way to the disk
	desktop  desktop
	kept     time.Time // when keep last checked whether its memory has changed
	written  remember.Memory
	frames
}

// desktop is the window as the desktop shows it.
type desktop struct {
	title  string
	full   bool   // it covers a monitor
	normal [4]int // left, top, width and height outside full screen
}

// drawn is everything that a picture depends on: pictures with equal values are equal.
type drawn struct {
	snap          *bridge.Snapshot
	seq           uint64
	view          view.View
	width, height int
	of            [2]int // size of the view [px]; the picture may have a lower resolution
	spot          spot   // in the window
	rung          pacing.Rung
}

// Run opens the window and shows the simulation until the window is closed. It must be called on the main thread,
// locked there by runtime.LockOSThread in an init function. The error wraps ErrNoDisplay if no window can be
// opened because there is no display.
func Run(c Config) error {
	if err := openGLFW(); err != nil {
		return err
	}
	defer glfw.Terminate()
	w := &window{config: c, m: newModel(c), written: c.Memory, kept: time.Now(), pictures: make(chan savedPicture, 8)}
	w.pointer.button = -1
	w.m.viewport.pick = w.pick
	if err := w.open(); err != nil {
		return err
	}
	defer w.close()
	if w.pacer.Software {
		n := runtime.GOMAXPROCS(0)
		runtime.GOMAXPROCS(n + 1) // see slice
		defer runtime.GOMAXPROCS(n)
	}
	defer w.closeAt(c.Stop)()
	for !w.m.closes(w.askedToClose()) {
		w.show()
	}
	return nil
}

// askedToClose reports whether the window was asked to close since the last frame.
func (w *window) askedToClose() bool {
	asked := w.win.ShouldClose() || w.m.quit
	w.win.SetShouldClose(false)
	w.m.quit = false
	return asked
}

// closeAt lets the window close when stop is closed, until the returned function is called.
func (w *window) closeAt(stop <-chan struct{}) (forget func()) {
	ended, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		select {
		case <-stop:
			w.win.SetShouldClose(true)
			glfw.PostEmptyEvent() // the main thread may be waiting for events
		case <-ended:
		}
	}()
	return func() {
		close(ended)
		<-gone
	}
}

// openGLFW starts GLFW. Without a display glfw.Init of go-gl only logs an error and the next call panics, hence
// the call that recovers from it.
func openGLFW() (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("ui: open window: %w (%v)", ErrNoDisplay, reasonOf(r))
		}
	}()
	if err := glfw.Init(); err != nil {
		return fmt.Errorf("ui: open window: %w (%v)", ErrNoDisplay, err)
	}
	glfw.DefaultWindowHints()
	return nil
}

// reasonOf says why GLFW cannot start, in more detail than "not initialized".
func reasonOf(r any) string {
	if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		return "DISPLAY is not set"
	}
	return fmt.Sprintf("display %s: %v", os.Getenv("DISPLAY"), r)
}

// createWindow makes the GLFW window with a context of OpenGL 4.1.
func createWindow(c Config) (*glfw.Window, error) {
	width, height := c.Width, c.Height
	if width <= 0 || height <= 0 {
		width, height = 1280, 720
	}
	for hint, value := range map[glfw.Hint]int{
		glfw.ContextVersionMajor: 4, glfw.ContextVersionMinor: 1,
		glfw.OpenGLProfile: glfw.OpenGLCoreProfile, glfw.OpenGLForwardCompatible: glfw.True,
		glfw.DepthBits: 0, glfw.StencilBits: 0, glfw.ScaleToMonitor: glfw.True,
	} {
		glfw.WindowHint(hint, value)
	}
	glfw.WindowHintString(glfw.X11ClassName, "tumble")
	glfw.WindowHintString(glfw.X11InstanceName, "tumble")
	win, err := glfw.CreateWindow(width, height, c.Title, nil, nil)
	if err != nil {
		return nil, fmt.Errorf("ui: open window with OpenGL 4.1: %w", err)
	}
	win.SetSizeLimits(remember.LeastWidth, remember.LeastHeight, glfw.DontCare, glfw.DontCare)
	win.SetIcon([]image.Image{appicon.Draw(64), appicon.Draw(32), appicon.Draw(16)})
	return win, nil
}

// open creates the window, its context, the drawer and imgui.
func (w *window) open() error {
	win, err := createWindow(w.config)
	if err != nil {
		return err
	}
	w.win = win
	win.MakeContextCurrent()
	if w.drawer, err = w.config.NewDrawer(glfw.GetProcAddress); err != nil {
		return err
	}
	renderer := gl.GoStr(gl.GetString(gl.RENDERER))
	w.pacer.Software = isSoftware(renderer)
	glfw.SwapInterval(1)
	if w.pacer.Software {
		glfw.SwapInterval(0) // waiting for the display only costs time if the processor draws
	}
	w.gui = newGUI(w.m)
	w.measure()
	if w.im, err = imguigl.New(win, w.setup, func() { w.restless = settle }); err != nil {
		return err
	}
	w.gui.m.picker.pictures, w.gui.m.picker.texture = map[string]imgui.TextureID{}, w.im.Picture
	for _, s := range w.config.Scenes {
		if s.Picture != nil {
			w.gui.m.picker.pictures[s.Name] = w.im.Picture(s.Picture)
		}
	}
	win.SetRefreshCallback(func(*glfw.Window) { w.restless = settle })
	win.SetDropCallback(func(_ *glfw.Window, paths []string) {
		w.m.drop(paths)
		w.restless = settle
	})
	win.SetSizeCallback(func(*glfw.Window, int, int) { w.restless, w.sized = settle, time.Now() })
	return nil
}

// settle is the number of frames after an event until imgui shows all effects of the event.
const settle = 3

// isSoftware reports whether a renderer of this name draws with the processor instead of a GPU.
func isSoftware(renderer string) bool {
	for _, n := range []string{"llvmpipe", "softpipe", "swrast", "SwiftShader", "GDI Generic", "Software"} {
		if strings.Contains(renderer, n) {
			return true
		}
	}
	return false
}

// setup gives a new imgui context its fonts and style.
func (w *window) setup(atlas imgui.FontAtlas) {
	w.scaled = w.wantedScale()
	pixels := w.extent.Scale()
	w.gui.Scale = w.scaled
	w.gui.widths = map[string]float32{}
	w.gui.Fonts.Load(atlas, w.scaled*pixels)
	imgui.CurrentIO().SetFontGlobalScale(1 / pixels)
	widget.ApplyStyle(w.scaled)
}

// wantedScale returns the units of the window per unit of the design: the scale that the person chose times the
// density of the screen, if the system leaves that to programs, but at most the scale that has room.
func (w *window) wantedScale() float32 {
	scale, _ := w.win.GetContentScale()
	scale /= w.extent.Scale()
	if !(scale > 0.25) {
		scale = 1
	}
	room := layout.RoomFor(float32(w.extent.Width), float32(w.extent.Height))
	w.m.viewport.uiRoom = room / scale
	return min(scale*w.m.viewport.uiScale, room)
}

// close finishes videos, jobs and pictures, and destroys the window.
func (w *window) close() {
	w.keep()
	w.m.closeVideos()
	for ; w.saving > 0; w.saving-- {
		<-w.pictures
	}
	if w.drawer != nil {
		w.drawer.Close()
	}
	if w.im != nil {
		w.im.Close()
	}
	w.win.Destroy()
}
