package imguigl

import (
	"image"
	"image/color"
	"image/draw"
	"slices"
	"strings"

	"github.com/go-gl/glfw/v3.3/glfw"
	"github.com/inkyblackness/imgui-go/v4"
)

// Context connects one imgui context with one window.
type Context struct {
	window   *glfw.Window
	context  *imgui.Context
	io       imgui.IO
	renderer *renderer
	setup    func(atlas imgui.FontAtlas)
	queue    Queue
	events   []Event
	held     [int(glfw.KeyLast) + 1]bool
	buttons  [buttons]bool
	cursors  map[imgui.MouseCursorID]*glfw.Cursor
	cursor   imgui.MouseCursorID
	wake     func()
	picture  int    // number of the picture on the screen
	extent   Extent // size of the window in the present frame
}

// buttons is the number of buttons of a mouse that imgui knows: left, right, middle.
const buttons = 3

// New connects imgui with a window whose GL context is current, and takes over its
// callbacks for the pointer, the keys and the focus. The function setup adds the fonts
// and sets the style; it is called now and by every Rebuild. The function wake, which may
// be nil, is called for every event.
func New(window *glfw.Window, setup func(imgui.FontAtlas), wake func()) (*Context, error) {
	r, err := newRenderer()
	if err != nil {
		return nil, err
	}
	if wake == nil {
		wake = func() {}
	}
	c := &Context{window: window, renderer: r, setup: setup, wake: wake}
	c.cursors = map[imgui.MouseCursorID]*glfw.Cursor{
		imgui.MouseCursorTextInput: glfw.CreateStandardCursor(glfw.IBeamCursor),
		imgui.MouseCursorResizeNS:  glfw.CreateStandardCursor(glfw.VResizeCursor),
		imgui.MouseCursorResizeEW:  glfw.CreateStandardCursor(glfw.HResizeCursor),
		imgui.MouseCursorHand:      glfw.CreateStandardCursor(glfw.HandCursor),
	}
	c.Rebuild()
	c.listen()
	return c, nil
}

// Rebuild creates the imgui context again and calls setup. It must not be called between NewFrame and Render.
func (c *Context) Rebuild() {
	if c.context != nil {
		c.io.SetClipboard(nil)
		c.context.Destroy()
	}
	c.context = imgui.CreateContext(nil)
	c.io = imgui.CurrentIO()
	c.io.SetIniFilename("")
	c.io.SetBackendFlags(imgui.BackendFlagsRendererHasVtxOffset | imgui.BackendFlagsHasMouseCursors)
	c.io.SetClipboard(clipboard{c.window})
	for to, from := range keyMap {
		c.io.KeyMap(to, int(from))
	}
	c.setup(c.io.Fonts())
	c.renderer.upload(c.io.Fonts())
}

// Picture uploads a picture to OpenGL for imgui's lists. It stays valid until Close, also after a Rebuild.
func (c *Context) Picture(m image.Image) imgui.TextureID {
	pixels := image.NewNRGBA(image.Rect(0, 0, m.Bounds().Dx(), m.Bounds().Dy()))
	draw.Draw(pixels, pixels.Rect, m, m.Bounds().Min, draw.Src)
	return c.renderer.picture(pixels)
}

// IO returns imgui's input and output interface of the present context.
func (c *Context) IO() imgui.IO { return c.io }

// Pending reports whether events wait for a further frame.
func (c *Context) Pending() bool { return !c.queue.Empty() }

// Stamp sets the number of the picture that is on the screen from now on. Each event keeps this number, so that an
// event handed out later still says which picture the person saw.
func (c *Context) Stamp(picture int) { c.picture = picture }

// NewFrame starts a frame for a size of the window, dt [s] after the last frame, and returns the events of the new
// frame. The slice is valid until the next call.
func (c *Context) NewFrame(extent Extent, dt float32) []Event {
	c.extent = extent
	c.io.SetDisplaySize(imgui.Vec2{X: float32(extent.Width), Y: float32(extent.Height)})
	scale := extent.Scale()
	c.io.SetDisplayFrameBufferScale(imgui.Vec2{X: scale, Y: scale})
	c.io.SetDeltaTime(dt)
	c.events = c.queue.Next(c.events[:0])
	for _, e := range c.events {
		Feed(c.io, e)
	}
	imgui.NewFrame()
	return c.events
}

// Feed hands one event to imgui.
func Feed(io imgui.IO, e Event) {
	switch e.Kind {
	case Move:
		io.SetMousePosition(imgui.Vec2{X: e.X, Y: e.Y})
	case Button:
		if e.Code < buttons {
			io.SetMouseButtonDown(e.Code, e.Down)
		}
	case Wheel:
		io.AddMouseWheelDelta(e.X, e.Y)
	case Key:
		if e.Down {
			io.KeyPress(e.Code)
		} else {
			io.KeyRelease(e.Code)
		}
		io.KeyCtrl(int(glfw.KeyLeftControl), int(glfw.KeyRightControl))
		io.KeyShift(int(glfw.KeyLeftShift), int(glfw.KeyRightShift))
		io.KeyAlt(int(glfw.KeyLeftAlt), int(glfw.KeyRightAlt))
		io.KeySuper(int(glfw.KeyLeftSuper), int(glfw.KeyRightSuper))
	case Char:
		io.AddInputCharacters(string(e.Rune))
	}
}

// Rect is a rectangle in units of the window, y down, from the upper left to the lower right corner.
type Rect struct{ X0, Y0, X1, Y1 float32 }

// Render ends the frame and keeps its lists until the next one. Outside of the rectangle view only the colour
// ground lies below the lists of imgui, so that lists which lie wholly outside are drawn only when they change.
func (c *Context) Render(view Rect, ground color.RGBA) {
	c.showCursor(imgui.MouseCursor())
	imgui.Render()
	scale := c.extent.Scale()
	c.renderer.static.ground = ground
	hole := part{int32(view.X0 * scale), int32(view.Y0 * scale), int32(view.X1 * scale), int32(view.Y1 * scale)}
	c.renderer.copyLists(imgui.RenderedDrawData(), int32(c.extent.PixelWidth), int32(c.extent.PixelHeight), hole, scale)
}

// Show draws the kept lists over the contents of the window's framebuffer.
func (c *Context) Show() {
	if c.extent.PixelWidth > 0 {
		c.renderer.show(c.extent.PixelWidth, c.extent.PixelHeight, c.extent.Scale())
	}
}

// Held reports whether a key or a button of the pointer is down.
func (c *Context) Held() bool {
	return slices.Contains(c.buttons[:], true) || slices.Contains(c.held[:], true)
}

// Close ends the connection; the window stays.
func (c *Context) Close() {
	c.renderer.close()
	c.io.SetClipboard(nil)
	c.context.Destroy()
	for _, cursor := range c.cursors {
		cursor.Destroy()
	}
}

func (c *Context) showCursor(id imgui.MouseCursorID) {
	if id == c.cursor {
		return
	}
	c.cursor = id
	c.window.SetCursor(c.cursors[id])
}

// clipboard is the window's clipboard with the methods that imgui calls.
type clipboard struct{ window *glfw.Window }

func (c clipboard) Text() (string, error) {
	return strings.ToValidUTF8(glfw.GetClipboardString(), ""), nil
}
func (c clipboard) SetText(value string) { glfw.SetClipboardString(value) }
